#!/usr/bin/env bash
# library_test.sh LIBHADAL_SO LIBHADAL_RASTER_SO SOURCE: the shared libraries show what they shall show,
# need what they shall need, and know no path of the machine they were built on.
set -euo pipefail
library=$1 module=$2 source=$3
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
[ "$(nm -D --defined-only "$module" | awk '{print $3}')" = hadal_raster_module ] ||
  fail "$module shows more than hadal_raster_module"

# What links GDAL, directly or through another library, is the module alone.
! ldd "$library" | grep libgdal >/dev/null || fail "$library needs GDAL"
ldd "$module" | grep libgdal >/dev/null || fail "$module does not need GDAL"

for file in "$library" "$module"; do
  ! grep -qF "$source/" "$file" || fail "$file has the path $source/ inside"
done
echo "$(wc -l <<<"$names") visible names"
