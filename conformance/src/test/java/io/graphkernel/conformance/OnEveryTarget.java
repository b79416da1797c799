package io.graphkernel.conformance;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A test whose program is right on every target. */
public interface OnEveryTarget {

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

    @Test
    default void program_onOpenCl_isRight() throws IOException, InterruptedException {
        process().onOpenCl();
    }

    @Test
    default void program_onEmulatedCuda_isRight() throws IOException, InterruptedException {
        process().onEmulatedCuda();
    }
}
