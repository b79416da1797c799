package io.graphkernel.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.conformance.random.KernelCompiler;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.Test;

/** A test whose program is right on every target: on OpenCL in the exhaustive tier, for its driver compiles for minutes. */
public interface OnEveryTarget {

    /**
     * Compiles a program for all of them.
     *
     * @param classes directory of its classes
     * @param sources its sources by class name
     */
    static void compile(Path classes, Map<String, String> sources) {
        assertThat(KernelCompiler.compile(classes, sources, "cpu,cuda,jvm,opencl"))
                .noneMatch(diagnostic -> diagnostic.getKind() == Diagnostic.Kind.ERROR);
    }

    /**
     * Adds a copy of a class whose axes have sizes, with which loops over them are unrolled.
     *
     * @param sources sources by class name
     * @param name name of the class, which the copy has after {@code Fixed}
     * @param sizes replacements in the text
     */
    static void addFixed(Map<String, String> sources, String name, Map<String, String> sizes) {
        String fixed = sources.get(name);
        for (Map.Entry<String, String> size : sizes.entrySet()) {
            fixed = fixed.replace(size.getKey(), size.getValue());
        }
        sources.put("Fixed" + name, fixed);
    }

    /** Runs the program of the test. */
    TargetProcess process();

    @Test
    default void program_onTheCpu_isRight() throws IOException, InterruptedException {
        process().onCpu();
    }

    @Test
    default void program_onTheJvm_isRight() throws IOException, InterruptedException {
        process().onJvm();
    }

    /** Emulated CUDA has the same kernels; see {@link AlsoOnOpenCl}. */
    @Test
    @ExhaustiveOnly
    default void program_onOpenCl_isRight() throws IOException, InterruptedException {
        process().onOpenCl();
    }

    @Test
    default void program_onEmulatedCuda_isRight() throws IOException, InterruptedException {
        process().onEmulatedCuda();
    }
}
