#!/usr/bin/env bash
# library_test.sh LIBHADAL_SO LIBHADAL_RASTER_SO LIBHADAL_PROOF_SO SOURCE: the shared libraries show what they shall show,
# need what they shall need, and know no path of the machine they were built on.
set -euo pipefail
library=$1 raster=$2 proof=$3 source=$4
fail() { printf '%s\n' "$*" >&2; exit 1; }

# Of every visible name the first part after hadal:: is declared in a public header.
names=$(nm -D --defined-only -C "$library" | sed -E 's/^[0-9a-f]* +[A-Za-z] //')
grep -q '^hadal::Simulator::step(' <<<"$names" || fail "the API is not visible"
declared=$(sed 's://.*::' "$source"/include/hadal/*.h "$source"/include/hadal/extension/*.h | grep -oE '[A-Za-z0-9_]+' | sort -u)
stray=$(sed -E 's/^(typeinfo for|typeinfo name for|vtable for) //' <<<"$names" | while read -r name; do
  part=$(sed -nE 's/^hadal::([A-Za-z0-9_]+).*/\1/p' <<<"$name")
  [ -n "$part" ] && grep -qx "$part" <<<"$declared" || echo "$name"
done)
stray+=$(grep -E '^[^(]*::Impl\b' <<<"$names" || true)
[ -z "$stray" ] || fail "visible, but not in include/hadal: $stray"
for module in raster proof; do
  [ "$(nm -D --defined-only "${!module}" | awk '{print $3}')" = "hadal_${module}_module" ] ||
    fail "${!module} shows more than hadal_${module}_module"
done

# What links GDAL, directly or through another library, is one module alone.
for file in "$library" "$proof"; do
  ! ldd "$file" | grep libgdal >/dev/null || fail "$file needs GDAL"
done
ldd "$raster" | grep libgdal >/dev/null || fail "$raster does not need GDAL"

for file in "$library" "$raster" "$proof"; do
  ! grep -qF "$source/" "$file" || fail "$file has the path $source/ inside"
done
echo "$(wc -l <<<"$names") visible names"
