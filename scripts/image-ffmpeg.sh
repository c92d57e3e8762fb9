#!/bin/sh
# `sh scripts/image-ffmpeg.sh <target>`, in a container of the base: lays out Debian's ffmpeg with those libraries that it links and the
# base lacks. What `apt-get install` brings beside them (recommended tools, drivers of displays) would add half as much again.
set -eu
target=$1
list=$target/usr/share/offprint/ffmpeg.packages
mkdir -p "${list%/*}"
before=$(mktemp)
dpkg-query --show >"$before"
apt-get update
apt-get install -y --no-install-recommends ffmpeg
# For scanners: the packages that the files are from, with their versions.
dpkg-query --show | comm -13 "$before" - >"$list"
# `/lib` is a link to `/usr/lib`.
libraries=$(ldd /usr/bin/ffmpeg | sed -n 's:.* => \(/usr\)\{0,1\}\(/lib/[^ ]*\) .*:/usr\2:p')
find -L /usr/bin/ffmpeg $libraries -cnewer "$before" -exec cp --parents --dereference -t "$target" {} +
