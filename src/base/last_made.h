// The last thing made, kept for who asks for the same again: a cache inside constant objects that
// several threads share. The value must be a pure function of the key, so that nobody can tell
// whether it was kept.
#pragma once
#include <memory>
#include <mutex>

namespace hadal::inline base {

template <class Key, class Value>
class LastMade {
 public:
  // make(): a std::shared_ptr<const Value>, called while others wait.
  template <class Make>
  std::shared_ptr<const Value> get(const Key& key, const Make& make) const {
    const std::lock_guard lock(mutex_);
    if (!value_ || !(key_ == key)) {
      value_ = make();
      key_ = key;
    }
    return value_;
  }

 private:
  mutable std::mutex mutex_;
  mutable Key key_{};
  mutable std::shared_ptr<const Value> value_;
};

}  // namespace hadal::base
