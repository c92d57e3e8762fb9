yt-dlp --quiet --no-warnings --output video.mp4 "$OFFPRINT_VIDEO"
