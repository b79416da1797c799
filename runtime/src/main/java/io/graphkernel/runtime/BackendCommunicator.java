package io.graphkernel.runtime;

import io.graphkernel.runtime.internal.collective.CollectiveBackend;

/** Communicator over a backend of this library. */
final class BackendCommunicator implements Communicator {

    private final CollectiveBackend backend;

    BackendCommunicator(CollectiveBackend backend) {
        this.backend = backend;
    }

    @Override
    public String group() {
        return backend.group();
    }

    @Override
    public int rank() {
        return backend.rank();
    }

    @Override
    public int size() {
        return backend.size();
    }

    @Override
    public boolean isAsynchronous() {
        return backend.isAsynchronous();
    }

    @Override
    public Collective start(CollectiveRequest request, long source, long target) {
        return backend.start(request, source, target)::await;
    }

    @Override
    public Device device() {
        return (Device) backend.device();
    }

    @Override
    public boolean enqueues(CollectiveRequest request) {
        return backend.enqueues(request);
    }

    @Override
    public void enqueue(CollectiveRequest request, long source, long target, long stream) {
        backend.enqueue(request, source, target, stream);
    }

    @Override
    public Communicator split(String group, int color) {
        return new BackendCommunicator(backend.split(group, color));
    }

    @Override
    public void fail(Throwable cause) {
        backend.fail(cause);
    }

    @Override
    public void close() {
        backend.close();
    }

    @Override
    public String toString() {
        return backend.toString();
    }
}
