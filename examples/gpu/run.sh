#!/usr/bin/env bash
# On a machine with an NVIDIA GPU, a JDK and Maven: builds the project, packs the kit and runs it. The stages of torch.compile
# run where python3 has PyTorch with CUDA.
#
#     examples/gpu/run.sh OUT [settings of the kit]
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
out=$(realpath -m "$1")
shift
cd "$root"
mvn --batch-mode -q -DskipTests verify
examples/gpu/kit/pack.sh
stages=(doctor launch conformance rows gpt-f32 gpt-bf16)
if python3 -c 'import torch; assert torch.cuda.is_available()' 2> /dev/null; then
    stages+=(torch torch-gpt)
else
    echo "torch.compile is not measured: python3 has no PyTorch with CUDA"
fi
examples/gpu/kit/target/kit/check.sh "$out" "${stages[@]}" "$@"
