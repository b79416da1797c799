package io.graphkernel.ascend;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.bytedeco.javacpp.BytePointer;

/**
 * A CANN toolkit whose compiler and linker are shell scripts. They reject every undocumented option, and build binaries
 * with the model of the chip, which the emulated AscendCL loads.
 */
public final class EmulatedBisheng {
    /** Version of the options that the compiler takes. */
    public enum Age {
        /** Options of 8.5 and later: {@code --npu-arch}. */
        NEW("""
                --npu-arch=dav-*) arch=${1#--npu-arch=dav-} ;;
                """, "bin", "model"),
        /** Options of 8.1: an architecture with a name, and directories of headers. */
        OLD("""
                --cce-aicore-arch=dav-c220-vec) arch=2201 ;;
                --cce-aicore-arch=dav-c310-vec) arch=3510 ;;
                --cce-aicore-arch=dav-m200) arch=2002 ;;
                -x) test "$2" = cce || exit 1; shift ;;
                -mllvm) shift ;;
                -I*/tikcfw) includes="$1" ;;
                -I*/tikcfw/impl|-I*/tikcfw/interface) ;;
                """, "compiler/ccec_compiler/bin", "compiler/tikcpp/tikcfw");

        private final String options;
        private final String programs;
        private final String headers;

        Age(String options, String programs, String headers) {
            this.options = options;
            this.programs = programs;
            this.headers = headers;
        }
    }

    private EmulatedBisheng() {}

    /**
     * Creates a toolkit.
     *
     * @param toolkit directory of the toolkit, to which {@code ASCEND_HOME_PATH} is set
     * @return file of the compiler
     */
    public static Path in(Path toolkit, Age age) throws IOException {
        Map<String, String> llvm = EmulatedAscend.environment();
        Path programs = Files.createDirectories(toolkit.resolve(age.programs));
        Path model = Files.createDirectories(toolkit.resolve(age.headers));
        try (BytePointer directory = new BytePointer(model.toString())) {
            EmulatedAscend.LIBRARY.call("emulated_ascend_model", directory.address());
        }
        script(programs.resolve("ld.lld"), """
                test "$1 $2 $3 $4 $6" = "-m aicorelinux -Ttext=0 -static -o" || { echo "error: $*"; exit 1; }
                arch=$(tail -c 4 "$5")
                "%s" -flavor gnu -shared --build-id=none -o "$7.so" "$5" || exit 1
                cat "%s/stamp-$arch" "$7.so" > "$7"
                """.formatted(llvm.get("GRAPHKERNEL_EMULATED_ASCEND_LLD"), model));
        return script(programs.resolve("bisheng"), """
                test "$1" = --version && { echo "emulated bisheng"; exit 0; }
                includes=%s
                while [ $# -gt 0 ]; do
                case "$1" in
                %s--cce-aicore-only|--cce-auto-sync=off|-std=c++17|-O2) ;;
                -c) source="$2"; shift ;;
                -o) object="$2"; shift ;;
                *) echo "error: unknown argument: '$1'"; exit 1 ;;
                esac
                shift
                done
                "%s" @"%s/flags" $includes -DASCEND_MODEL_NPU_ARCH="$arch" -c "$source" -o "$object" || exit 1
                printf "%%s" "$arch" >> "$object"
                """.formatted(
                        age == Age.NEW ? "\"-I" + model + "\"" : "",
                        age.options,
                        llvm.get("GRAPHKERNEL_EMULATED_ASCEND_CLANG"),
                        model));
    }

    private static Path script(Path file, String text) throws IOException {
        Files.writeString(file, "#!/bin/sh\n" + text);
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
