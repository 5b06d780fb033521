#include "environment/seabed/tile_cache.h"

#include <algorithm>
#include <bit>

namespace hadal::environment {
namespace {

size_t hash(const TileKey& key) {
  uint64_t h = static_cast<uint64_t>(key.ti) * 0x9e3779b97f4a7c15u;
  h = (h ^ (h >> 29)) + static_cast<uint64_t>(key.tj) * 0xbf58476d1ce4e5b9u;
  h = (h ^ (h >> 32)) + static_cast<uint64_t>(key.level) * 0x94d049bb133111ebu;
  return static_cast<size_t>(h ^ (h >> 31));
}

}  // namespace

TileCache::TileCache(int cells, int layers, size_t memory_bytes)
    : cells_(cells), nodes_(static_cast<size_t>(cells + 1) * (cells + 1) * layers) {
  slots_.resize(std::max<size_t>(1, memory_bytes / tile_bytes()));
  table_.assign(std::bit_ceil(4 * slots_.size()), -1);
  // Not initialised: memory is taken from the machine when a tile is first used.
  pool_ = std::make_unique_for_overwrite<double[]>(slots_.size() * nodes_);
}

int TileCache::find_slot(const TileKey& key) const {
  if (table_.empty()) return -1;
  const size_t mask = table_.size() - 1;
  for (size_t at = hash(key) & mask; table_[at] >= 0; at = (at + 1) & mask)
    if (slots_[table_[at]].key == key) return table_[at];
  return -1;
}

const double* TileCache::find(const TileKey& key) const {
  const int slot = find_slot(key);
  return slot < 0 ? nullptr : &pool_[slot * nodes_];
}

bool TileCache::touch(const TileKey& key, uint64_t now) {
  const int slot = find_slot(key);
  if (slot >= 0) slots_[slot].needed = now;
  return slot >= 0;
}

double* TileCache::reserve(const TileKey& key, uint64_t now) {
  Slot* idle = nullptr;
  for (Slot& slot : slots_)
    if ((slot.ready || slot.needed == 0) && (!idle || slot.needed < idle->needed)) idle = &slot;
  if (!idle || idle->needed >= now) return nullptr;
  if (idle->needed == 0) ++used_;
  *idle = {key, now, false};
  index_slots();
  return &pool_[static_cast<size_t>(idle - slots_.data()) * nodes_];
}

void TileCache::publish(const double* nodes) {
  Slot& slot = slots_[static_cast<size_t>(nodes - pool_.get()) / nodes_];
  if (find_slot(slot.key) >= 0) {
    slot = {};
    --used_;
    return;
  }
  slot.ready = true;
  index_slots();
}

// Anew after each change: tiles change seldom, and an open table without deletions stays simple.
void TileCache::index_slots() {
  std::fill(table_.begin(), table_.end(), -1);
  const size_t mask = table_.size() - 1;
  for (size_t slot = 0; slot < slots_.size(); ++slot) {
    if (!slots_[slot].ready) continue;
    size_t at = hash(slots_[slot].key) & mask;
    while (table_[at] >= 0) at = (at + 1) & mask;
    table_[at] = static_cast<int>(slot);
  }
}

}  // namespace hadal::environment
