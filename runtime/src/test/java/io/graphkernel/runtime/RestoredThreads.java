package io.graphkernel.runtime;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** Kernels have as many threads after a test as before it. */
public final class RestoredThreads implements BeforeEachCallback, AfterEachCallback {
    private int threads;

    @Override
    public void beforeEach(ExtensionContext context) {
        threads = KernelThreads.count();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        KernelThreads.setCount(threads);
    }
}
