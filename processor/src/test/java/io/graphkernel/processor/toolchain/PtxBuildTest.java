package io.graphkernel.processor.toolchain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.graphkernel.common.abi.PtxArchitecture;
import io.graphkernel.processor.toolchain.ToolchainException.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PtxBuildTest {

    private static final String HALVE = """
            __kernel void halve(__global float *values, float divisor) {
                __local float buffer[256];
                const int thread = __nvvm_read_ptx_sreg_tid_x();
                buffer[thread] = values[thread] / divisor;
                __nvvm_bar_sync(0);
                values[thread] = buffer[255 - thread];
            }
            """;

    @TempDir
    private Path directory;

    @Test
    void ptxBuild_namesTheOldestGpuAndTheOldestVersionThatDoes() throws ToolchainException {
        assertThat(embedded("cache").buildPtx("Halve.cl", HALVE, PtxArchitecture.SM_70))
                .contains(".version 6.3\n.target sm_70\n", ".visible .entry halve(")
                .doesNotContain(directory.toString());
    }

    @Test
    void ptxBuild_dividesAsIeee754States() throws ToolchainException {
        assertThat(embedded("cache").buildPtx("Halve.cl", HALVE, PtxArchitecture.SM_70))
                .contains("div.rn.f32")
                .doesNotContain("div.full", "div.approx", ".ftz", "fma");
    }

    @Test
    void sameSource_returnsTheSameTextInAnyDirectory() throws ToolchainException {
        assertThat(embedded("some/other/place").buildPtx("Halve.cl", HALVE, PtxArchitecture.SM_70))
                .isEqualTo(embedded("one").buildPtx("Halve.cl", HALVE, PtxArchitecture.SM_70));
    }

    @Test
    void storedModule_needsNoCompiler() throws ToolchainException {
        String built = embedded("cache").buildPtx("Halve.cl", HALVE, PtxArchitecture.SM_70);
        NativeToolchain without = new NativeToolchain(directory.resolve("cache"), TestKernels.UNAVAILABLE);

        assertThat(without.buildPtx("Halve.cl", HALVE, PtxArchitecture.SM_70)).isEqualTo(built);
        assertThat(failure(without, HALVE.replace("255", "254")).kind()).isEqualTo(Kind.UNAVAILABLE);
    }

    @Test
    void undefinedFunction_isAnError() {
        ToolchainException failure = failure(
                embedded("cache"), "float missing(float x);\n" + HALVE.replace("/ divisor", "* missing(divisor)"));

        assertThat(failure.kind()).isEqualTo(Kind.LINK_FAILED);
        assertThat(failure).hasMessage("the PTX of Halve.cl is not complete");
        assertThat(failure.details().get(0)).contains("error: undefined: .extern .func", "missing");
        assertThat(failure.reproduction().orElseThrow().source()).exists();
    }

    @Test
    @Tag("slow")
    void functionOfTheMissingMathLibrary_isAnError() {
        ToolchainException failure =
                failure(embedded("cache"), HALVE.replace("/ divisor", "* __builtin_sinf(divisor)"));

        assertThat(failure.kind()).isEqualTo(Kind.COMPILE_FAILED);
        assertThat(failure.details().get(0)).contains("error: ", "fsin");
    }

    @Test
    void compileError_reportsWhereAndHowToSeeItAgain() {
        ToolchainException failure = failure(embedded("cache"), HALVE.replace("buffer[255", "buffers[255"));

        assertThat(failure.kind()).isEqualTo(Kind.COMPILE_FAILED);
        assertThat(failure).hasMessage("clang rejects Halve.cl for GPUs of NVIDIA");
        assertThat(failure.details().get(0)).startsWith("Halve.cl:6:22: error: use of undeclared identifier 'buffers'");
        assertThat(failure.reproduction().orElseThrow().command()).endsWith("-S Halve.cl -o kernels.ptx");
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "a script stands for the compiler")
    void compilerWithoutGpus_isReportedApart() throws IOException {
        Path clang = Files.writeString(directory.resolve("clang"), """
            #!/bin/sh
            if [ "$1" = --version ]; then echo 'clang version 21.0.0'; exit 0; fi
            echo "error: unable to create target: 'No available targets are compatible with triple \\"nvptx64\\"'"
            exit 1
            """);
        assertThat(clang.toFile().setExecutable(true)).isTrue();
        NativeToolchain.Settings settings =
                new NativeToolchain.Settings(directory.resolve("cache"), Optional.of(clang));

        assertThat(failure(new NativeToolchain(settings), HALVE).kind()).isEqualTo(Kind.WITHOUT_GPU);
    }

    private NativeToolchain embedded(String cache) {
        return new NativeToolchain(new NativeToolchain.Settings(directory.resolve(cache), Optional.empty()));
    }

    private static ToolchainException failure(NativeToolchain toolchain, String text) {
        return catchThrowableOfType(
                ToolchainException.class, () -> toolchain.buildPtx("Halve.cl", text, PtxArchitecture.SM_70));
    }
}
