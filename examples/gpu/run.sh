#!/usr/bin/env bash
# On a machine with an NVIDIA GPU: builds the Java modules, runs the conformance suite on the first CUDA device, then the
# benchmark of device kernels, trains GPT-2, and does the same with torch.compile where python3 has PyTorch. Needs a JDK, Maven
# and the driver.
#
#     examples/gpu/run.sh [device, by default cuda:0]
set -euo pipefail
cd "$(dirname "$0")/../.."
device=${1:-cuda:0}

mvn --batch-mode -q -DskipTests verify
java -jar doctor/target/graphkernel-doctor-*.jar || true

mvn --batch-mode -pl conformance -am test -Dtest=DeviceConformance -Dsurefire.failIfNoSpecifiedTests=false \
    -Dconformance.device="$device"

mvn --batch-mode -q -DskipTests -pl examples/benchmarks -am verify -Pbenchmark \
    -Dbenchmark.main=io.graphkernel.examples.benchmarks.device.DeviceBenchmark -Dbenchmark.arguments="device=$device"

# The 124M model over batches as large as those of torch_gpt2.py. Both end with the median time of a step.
mvn --batch-mode -q -DskipTests -pl examples/gpt -am verify -Ptrain -Dgpt.targets=cpu,cuda -Dgpt.device="$device" \
    -Dgpt.arguments="$PWD/CONTRIBUTING.md batch=4 length=256 steps=200 every=200"

if python3 -c 'import torch; assert torch.cuda.is_available()' 2> /dev/null; then
    python3 examples/gpu/torch_compile.py
    python3 examples/gpu/torch_gpt2.py
else
    echo "torch.compile is not measured: python3 has no PyTorch with CUDA"
fi
