#!/usr/bin/env bash
# install_test.sh BUILD SOURCE: installs into a prefix, moves the prefix, builds a consumer project on it,
# runs consumer and program where the source tree is out of reach; the same with the Debian package;
# then without the raster module.
set -euo pipefail
build=$1 source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
unset HADAL_HOME
export XDG_CACHE_HOME=$work/cache
fail() { printf '%s\n' "$*" >&2; exit 1; }

# In a mount namespace of its own the source tree, with the build tree in it, is an empty folder. Where
# that is not allowed it stays in sight: what it would give is then told by the paths in the files.
away=()
own_mounts=(unshare -m)
[ "$(id -u)" -eq 0 ] || own_mounts=(unshare -rm)
if "${own_mounts[@]}" mount -t tmpfs none "$source" 2>/dev/null; then
  away=("${own_mounts[@]}" sh -c 'mount -t tmpfs none "$0" && exec "$@"' "$source")
else
  echo "the source tree cannot be hidden here; it stays in sight"
fi
without_source() { "${away[@]}" "$@"; }
[ ${#away[@]} -eq 0 ] || ! without_source test -e "$source/models" || fail "the source tree is still there"

# checks_of PROGRAM: what a program must do wherever it was put.
checks_of() {
  without_source "$1" --version
  without_source "$1" list scenarios | grep '^inspection_dive ' >/dev/null || fail "$1 finds no scenarios"
  without_source "$1" run inspection_dive --out "$work/run" >"$work/run.txt" || fail "$1 cannot run"
  without_source "$1" replay "$work/run/log.mcap" --verify || fail "$1 does not repeat its run"
  without_source "$1" check slope_transit || fail "$1 cannot open a raster"
  # The page needs Node.js to be built; where it was, it is installed.
  if [ -f "$source/build/viewer/index.html" ]; then
    without_source "$1" report "$work/run/log.mcap" -o "$work/report.html" || fail "$1 cannot write a report"
  fi
  without_source "$1" validate >"$work/validate.txt" || fail "$1 does not pass its reference cases"
  grep -Eq '^[0-9]{2,} passed, 0 failed, .* 0 unreadable' "$work/validate.txt" || fail "$1 has few reference cases"
}

cmake --install "$build" --prefix "$work/first" >install.log
mv first moved
program=$work/moved/bin/hadal
! grep -rlF -e "$source/" -e "$work/first" moved/bin moved/lib || fail "installed files hold paths of this machine"
checks_of "$program"

cp -r "$source/tests/consumer" consumer
without_source cmake -S consumer -B consumer/build -DCMAKE_PREFIX_PATH="$work/moved" -DCMAKE_BUILD_TYPE=Release >consumer.log
without_source cmake --build consumer/build >>consumer.log || { cat consumer.log >&2; fail "the consumer does not build"; }
without_source consumer/build/consumer

# Without the module, with one that lacks its libraries, and with one of another version: rasters are
# refused with a reason, everything else works.
module=$work/moved/lib/libhadal_raster.so
refuses_rasters() {
  local code=0 text
  text=$("$program" run slope_transit --duration 1 2>&1) || code=$?
  [ "$code" -eq 2 ] || fail "exit code $code of a raster without its module; expected 2: $text"
  grep -q "cannot open '.*continental_slope.tif': rasters need .*libhadal_raster.so.*$1" <<<"$text" || fail "no clear reason: $text"
  text=$("$program" bathymetry --make fractal --center 40,5 --size-km 1,1 --depth-range 10,20 -o made.tif 2>&1) &&
    fail "made a raster without GDAL"
  grep -q "^rasters need" <<<"$text" || fail "no clear reason: $text"
  "$program" --version | grep '^rasters: none' >/dev/null || fail "--version does not say that there are no rasters"
  "$program" run inspection_dive --out "$work/run" >/dev/null || fail "nothing runs without the module"
}
mv "$module" module.so
refuses_rasters "No such file"
echo 'void no_such_function(); extern "C" void* hadal_raster_module(const char*) { no_such_function(); return nullptr; }' >lacking.cpp
g++ -shared -fPIC -o "$module" lacking.cpp
refuses_rasters "no_such_function"
echo 'extern "C" void* hadal_raster_module(const char*) { return nullptr; }' >other.cpp
g++ -shared -fPIC -o "$module" other.cpp
refuses_rasters "of another"
cp module.so "$module"
"$program" check slope_transit

# The Debian package, unpacked; and installed by dpkg on a copy-on-write copy of this machine's system,
# which nothing of it outlives.
cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/package" >cpack.log || { cat cpack.log >&2; fail "cpack failed"; }
package=$(echo "$work"/package/*.deb)
dpkg-deb -f "$package" Depends | grep -q 'libgdal.*libmujoco' || fail "dependencies are missing: $(dpkg-deb -f "$package" Depends)"
dpkg -x "$package" unpacked
checks_of "$work/unpacked/usr/bin/hadal"
mkdir system
overlay='mount -t tmpfs none system && mkdir system/upper system/work system/root &&
  mount -t overlay -o lowerdir=/,upperdir=system/upper,workdir=system/work none system/root'
if [ "$(id -u)" -eq 0 ] && unshare -m sh -c "$overlay" 2>/dev/null; then
  unshare -m sh -euc "$overlay"'
    mkdir -p "system/root$1" && mount -t tmpfs none "system/root$1"
    mount -t proc none system/root/proc && mount --bind /dev system/root/dev
    cp "$0" system/root/hadal.deb
    chroot system/root sh -euc "dpkg -i /hadal.deb && cd / && hadal check slope_transit && hadal run inspection_dive --out /run_of_test"' \
    "$package" "$source" >dpkg.log || { cat dpkg.log >&2; fail "the package does not install and run"; }
else
  echo "dpkg -i was not tried: it needs root and overlay mounts"
fi
echo "all well"
