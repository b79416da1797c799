#!/usr/bin/env bash
# Packs the kit: a Java runtime, the class path, the conformance cases compiled for CUDA, and GPT-2 in f32 and bf16.
# From the project's root, after `mvn -DskipTests verify`:
#
#     examples/gpu/kit/pack.sh [directory, by default examples/gpu/kit/target/kit]
set -euo pipefail
source=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$source/../../.." && pwd)
kit=${1:-$source/target/kit}
mkdir -p "$kit"
kit=$(cd "$kit" && pwd)
box=$(mktemp -d)
trap 'rm -rf "$box"' EXIT
mkdir -p "$box/lib" "$box/conformance"
cd "$root"
mvn=(mvn --batch-mode -q ${MAVEN_OPTIONS:-} -DskipTests)

echo "GPT-2"
for dtype in f32 bf16; do
    rm -rf examples/gpt/target/classes
    "${mvn[@]}" -pl examples/gpt -am package -Dgpt.targets=cpu,cuda -Dgpt.values=$dtype
    cp examples/gpt/target/graphkernel-gpt-*.jar "$box/gpt-$dtype.jar"
done
rm -rf examples/gpt/target/classes

echo "class path"
"${mvn[@]}" -pl examples/gpu/kit,examples/gpt -am package dependency:build-classpath -Dmdep.outputFile=target/classpath.txt
path=$(echo "$source"/target/graphkernel-gpu-kit-*.jar):$(cat "$source/target/classpath.txt")
for jar in $(tr : '\n' <<< "$path:$(cat examples/gpt/target/classpath.txt)" | sort -u); do
    case $(basename "$jar") in
        llvm-* | pytorch-* | openblas* | dnnl-*-linux* | opencl-*-linux* | junit-* | assertj-* | byte-buddy-*) ;;
        javacpp-*-windows* | javacpp-*-mac* | javacpp-*-arm64*) ;;
        *) cp "$jar" "$box/lib/" ;;
    esac
done

echo "conformance cases"
java -Xmx8g -Dconformance.device=cuda:0 -Dconformance.directory="$box/conformance" ${KIT_OPTIONS:-} -cp "$path" \
    io.graphkernel.conformance.ConformanceCompiler cuda
rm -rf "$box/conformance/cache" "$box/conformance/report"
find "$box/conformance" -name '*.java' -delete

echo "Java runtime"
jlink --strip-debug --no-header-files --no-man-pages --output "$box/jre" --add-modules \
    java.base,java.logging,java.management,jdk.unsupported,java.compiler,java.desktop,java.net.http,java.sql,jdk.management
rm -rf "$box/jre/legal"

cp CONTRIBUTING.md "$box/text.md"
cp "$source/torch_rows.py" "$source/torch_gpt2.py" "$box/"
cp "$source/check.sh" "$kit/"
tar c -C "$box" . | xz -T0 -6 > "$kit/kit.tar.xz"
ls -l "$kit"
