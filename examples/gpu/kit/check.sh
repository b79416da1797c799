#!/usr/bin/env bash
# Runs the packed kit on a machine with a GPU driver:
#
#     check.sh OUT [stages] [settings]
#
# Logs are written to OUT. KitRun lists stages and settings. KIT_OPTIONS are further options of the JVM.
set -euo pipefail
kit=$(cd "$(dirname "$0")" && pwd)
box=${TMPDIR:-/tmp}/graphkernel-gpu-kit
out=$1
shift
if ! [ "$box/unpacked" -nt "$kit/kit.tar.xz" ]; then
    rm -rf "$box"
    mkdir -p "$box"
    tar xJf "$kit/kit.tar.xz" -C "$box"
    touch "$box/unpacked"
fi
mkdir -p "$out"
nvidia-smi > "$out/driver.txt" 2>&1 || true
cublaslt=$(find / -name 'libcublasLt.so.1*' -not -path '/proc/*' -print -quit 2> /dev/null || true)
exec "$box/jre/bin/java" ${cublaslt:+-Dgraphkernel.cublaslt.library=$cublaslt} ${KIT_OPTIONS:-} -cp "$box/lib/*" \
    io.graphkernel.examples.gpu.KitRun "$out" "kit=$box" "$@"
