package io.graphkernel.conformance;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A test whose program is right on every target. */
public interface OnEveryTarget {

    /** Runs the program of the test. */
    TargetProcess process();

    @Test
    default void isRightOnTheCpu() throws IOException, InterruptedException {
        process().onCpu();
    }

    @Test
    default void isRightOnTheJvm() throws IOException, InterruptedException {
        process().onJvm();
    }

    @Test
    default void isRightOnOpenCl() throws IOException, InterruptedException {
        process().onOpenCl();
    }

    @Test
    default void isRightOnEmulatedCuda() throws IOException, InterruptedException {
        process().onEmulatedCuda();
    }
}
