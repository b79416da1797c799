#!/bin/sh
# Checks and measures GraphKernel on this machine's NVIDIA GPU:
#
#     ./check.sh [minutes] [--only part[,part]] [setting=value]
#
# README.md lists parts and settings. The script needs no other command. KIT_OPTIONS are further options of the JVM.
kit=${0%/*}
[ "$kit" = "$0" ] && kit=.
cd "$kit" || exit 2
# Options are separated by spaces.
# shellcheck disable=SC2086
exec jre/bin/java ${KIT_OPTIONS:-} -cp 'lib/*' io.graphkernel.examples.gpu.GpuCheck "$@"
