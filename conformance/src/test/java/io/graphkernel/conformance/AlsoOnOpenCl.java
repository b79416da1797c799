package io.graphkernel.conformance;

import java.io.IOException;
import org.junit.jupiter.api.Test;

/** A test whose program runs on OpenCL in the tier of the test: one for each kind of kernels. */
public interface AlsoOnOpenCl extends OnEveryTarget {

    @Override
    @Test
    default void program_onOpenCl_isRight() throws IOException, InterruptedException {
        OnEveryTarget.super.program_onOpenCl_isRight();
    }
}
