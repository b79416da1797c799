package io.graphkernel.runtime;

import io.graphkernel.runtime.internal.collective.CollectiveBackend;

/** Communicators over backends of tests. */
public final class Communicators {
    private Communicators() {}

    public static Communicator of(CollectiveBackend backend) {
        return new BackendCommunicator(backend);
    }
}
