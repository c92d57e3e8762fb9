#!/bin/sh
# `image-ffmpeg.sh <folder>`, in a stage of the Dockerfile: installs ffmpeg and copies the program with the libraries that it links, and none of
# the other 200 MB that its packages bring. <folder>/usr/share/offprint/ffmpeg.packages names Debian's packages of what was copied.
set -eu
folder=$1

dpkg-query --show --showformat '${binary:Package}\n' | sort >/tmp/base
apt-get update
apt-get install -y --no-install-recommends ffmpeg

list=$folder/usr/share/offprint/ffmpeg.packages
mkdir -p "$(dirname "$list")"
for file in /usr/bin/ffmpeg $(ldd /usr/bin/ffmpeg | sed -n 's|.* => \(/[^ ]*\) .*|\1|p'); do
  # Debian merged /lib into /usr/lib, and its packages name files by either.
  path=$(echo "$file" | sed 's|^/lib/|/usr/lib/|')
  package=$(dpkg-query --search "$(readlink -f "$path")" "$path" "${path#/usr}" 2>/dev/null | sed 's|: /.*||; q')
  if grep -qxF "$package" /tmp/base; then continue; fi
  cp --parents --dereference "$path" "$folder"
  dpkg-query --show --showformat '${binary:Package} ${Version}\n' "$package" >>"$list"
done
sort -u "$list" -o "$list"
