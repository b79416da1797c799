package io.graphkernel.runtime;

import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The tensors that a test makes are closed when it ends. */
public final class ClosedTensors implements BeforeEachCallback, AfterEachCallback {
    private TensorScope scope;

    @Override
    public void beforeEach(ExtensionContext context) {
        scope = TensorScope.open();
    }

    @Override
    public void afterEach(ExtensionContext context) {
        scope.close();
    }
}
