package io.graphkernel.cuda;

import static io.graphkernel.cuda.Cuda.allocate;
import static io.graphkernel.cuda.Cuda.call;
import static io.graphkernel.cuda.Cuda.check;
import static io.graphkernel.cuda.Cuda.created;
import static io.graphkernel.cuda.Cuda.function;
import static io.graphkernel.cuda.Cuda.launch;
import static io.graphkernel.cuda.Cuda.load;
import static io.graphkernel.cuda.Cuda.synchronize;
import static org.assertj.core.api.Assertions.assertThat;

import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.javacpp.LongPointer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The order of operations in streams, and their capture. */
@Tag("emulated")
class DriverStreamsTest extends DriverCase {
    @Test
    void workOfAStream_isDoneWhenACallerWaits() {
        long memory = zeros();
        long stream = created("cuStreamCreate", NON_BLOCKING);
        long function = function(load(ADD), "add");
        check(launch(function, 1, 256, stream, memory, 5));
        assertThat(first(memory)).isZero();
        check(call("cuStreamSynchronize", stream));
        assertThat(first(memory)).isEqualTo(5);
        check(launch(function, 1, 256, stream, memory, 5));
        assertThat(call("cuStreamQuery", stream)).isEqualTo(Cuda.NOT_READY);
        assertThat(call("cuStreamQuery", stream)).isZero();
        assertThat(first(memory)).isEqualTo(10);
        check(call("cuStreamDestroy_v2", stream));
        assertThat(call("cuStreamSynchronize", stream)).isEqualTo(Cuda.INVALID_HANDLE);
    }

    @Test
    void legacyStream_waitsForBlockingStreams() {
        long memory = zeros();
        long stream = created("cuStreamCreate", 0);
        check(launch(function(load(ADD), "add"), 1, 256, stream, memory, 5));
        assertThat(first(memory)).isEqualTo(5);
    }

    @Test
    void pageLockedMemory_isReadInTheOrderOfTheStream() {
        long memory = zeros();
        long host = created("cuMemHostAlloc", BYTES, 0);
        IntPointer values = new IntPointer() {
            {
                this.address = host;
                this.capacity = BYTES / 4;
            }
        };
        long stream = created("cuStreamCreate", NON_BLOCKING);
        values.put(0, 1);
        check(call("cuMemcpyHtoDAsync_v2", memory, host, BYTES, stream));
        values.put(0, 2);
        check(call("cuStreamSynchronize", stream));
        assertThat(first(memory)).isEqualTo(2);
        check(call("cuMemcpyDtoHAsync_v2", host, memory, BYTES, stream));
        values.put(0, 3);
        check(call("cuStreamSynchronize", stream));
        assertThat(values.get(0)).isEqualTo(2);
        check(call("cuMemcpyDtoHAsync_v2", host, memory, BYTES, stream));
        check(call("cuMemFreeHost", host));
        assertThat(call("cuStreamSynchronize", stream)).isEqualTo(Cuda.ILLEGAL_ADDRESS);
    }

    @Test
    void events_orderStreams() {
        long memory = zeros();
        long function = function(load(ADD), "add");
        long first = created("cuStreamCreate", NON_BLOCKING);
        long second = created("cuStreamCreate", NON_BLOCKING);
        long event = created("cuEventCreate", 0);
        check(call("cuEventQuery", event));
        check(launch(function, 1, 256, first, memory, 5));
        check(call("cuEventRecord", event, first));
        assertThat(call("cuEventQuery", event)).isEqualTo(Cuda.NOT_READY);
        check(launch(function, 1, 256, first, memory, 100));
        check(call("cuStreamWaitEvent", second, event, 0));
        check(call("cuStreamSynchronize", second));
        assertThat(first(memory)).isEqualTo(5);
        check(call("cuEventSynchronize", event));
        check(call("cuEventDestroy_v2", event));
        assertThat(call("cuEventSynchronize", event)).isEqualTo(Cuda.INVALID_HANDLE);
        check(call("cuStreamSynchronize", first));
        assertThat(first(memory)).isEqualTo(105);
    }

    @Test
    void memory_inTheOrderOfAStream_existsThereFirst() {
        long first = created("cuStreamCreate", NON_BLOCKING);
        long second = created("cuStreamCreate", NON_BLOCKING);
        long memory = created("cuMemAllocAsync", BYTES, first);
        check(call("cuMemsetD8Async", memory, 0, BYTES, first));
        check(call("cuMemFreeAsync", memory, first));
        assertThat(call("cuMemFreeAsync", memory, first)).isEqualTo(Cuda.INVALID_VALUE);
        check(call("cuStreamSynchronize", first));
        memory = created("cuMemAllocAsync", BYTES, first);
        check(call("cuMemsetD8Async", memory, 0, BYTES, second));
        assertThat(call("cuStreamSynchronize", second)).isEqualTo(Cuda.ILLEGAL_ADDRESS);
    }

    @Test
    void launches_areCapturedAndReplayed() {
        long memory = zeros();
        long function = function(load(ADD), "add");
        long stream = created("cuStreamCreate", NON_BLOCKING);
        check(call("cuStreamBeginCapture_v2", stream, 0));
        check(launch(function, 1, 256, stream, memory, 5));
        check(launch(function, 1, 256, stream, memory, 2));
        long graph = ended(stream);
        check(synchronize());
        assertThat(first(memory)).isZero();
        long executable = created("cuGraphInstantiateWithFlags", graph, 0);
        check(call("cuGraphDestroy", graph));
        check(call("cuGraphLaunch", executable, stream));
        check(call("cuGraphLaunch", executable, stream));
        check(call("cuStreamSynchronize", stream));
        assertThat(first(memory)).isEqualTo(14);
        check(call("cuGraphExecDestroy", executable));
        assertThat(call("cuGraphLaunch", executable, stream)).isEqualTo(Cuda.INVALID_VALUE);
    }

    private static long ended(long stream) {
        try (LongPointer graph = new LongPointer(1)) {
            check(call("cuStreamEndCapture", stream, graph.address()));
            return graph.get();
        }
    }

    @Test
    void capture_bearsNoWaitingAndNoAllocation() {
        long memory = zeros();
        long stream = created("cuStreamCreate", NON_BLOCKING);
        try (LongPointer result = new LongPointer(1)) {
            check(call("cuStreamBeginCapture_v2", stream, 0));
            assertThat(call("cuStreamSynchronize", stream)).isEqualTo(Cuda.STREAM_CAPTURE_UNSUPPORTED);
            assertThat(call("cuStreamEndCapture", stream, result.address())).isEqualTo(Cuda.STREAM_CAPTURE_INVALIDATED);
            check(call("cuStreamBeginCapture_v2", stream, 0));
            assertThat(call("cuMemAlloc_v2", result.address(), 8)).isEqualTo(Cuda.STREAM_CAPTURE_UNSUPPORTED);
            assertThat(call("cuStreamEndCapture", stream, result.address())).isEqualTo(Cuda.STREAM_CAPTURE_INVALIDATED);
            long blocking = created("cuStreamCreate", 0);
            check(call("cuStreamBeginCapture_v2", blocking, 2));
            assertThat(call("cuMemsetD8_v2", memory, 0, 8)).isEqualTo(Cuda.STREAM_CAPTURE_IMPLICIT);
            assertThat(call("cuStreamEndCapture", blocking, result.address()))
                    .isEqualTo(Cuda.STREAM_CAPTURE_INVALIDATED);
        }
    }

    @Test
    void streamsThatJoinACapture_mustBeWaitedFor() {
        long memory = zeros();
        long function = function(load(ADD), "add");
        long first = created("cuStreamCreate", NON_BLOCKING);
        long second = created("cuStreamCreate", NON_BLOCKING);
        long fork = created("cuEventCreate", 0);
        long join = created("cuEventCreate", 0);
        check(call("cuStreamBeginCapture_v2", first, 0));
        check(call("cuEventRecord", fork, first));
        assertThat(call("cuEventQuery", fork)).isEqualTo(Cuda.CAPTURED_EVENT);
        check(call("cuStreamWaitEvent", second, fork, 0));
        check(launch(function, 1, 256, second, memory, 5));
        check(call("cuEventRecord", join, second));
        try (LongPointer graph = new LongPointer(1)) {
            assertThat(call("cuStreamEndCapture", first, graph.address())).isEqualTo(Cuda.STREAM_CAPTURE_UNJOINED);
        }
        check(call("cuStreamBeginCapture_v2", first, 0));
        check(call("cuEventRecord", fork, first));
        check(call("cuStreamWaitEvent", second, fork, 0));
        check(launch(function, 1, 256, second, memory, 5));
        check(call("cuEventRecord", join, second));
        check(call("cuStreamWaitEvent", first, join, 0));
        check(call("cuGraphLaunch", created("cuGraphInstantiateWithFlags", ended(first), 0), first));
        check(call("cuStreamSynchronize", first));
        assertThat(first(memory)).isEqualTo(5);
    }

    @Test
    void nothing_isLeftOfWhatIsDestroyed() {
        for (int i = 0; i < 1000; i++) {
            long stream = created("cuStreamCreate", NON_BLOCKING);
            long event = created("cuEventCreate", 2);
            long memory = allocate(4096);
            check(call("cuMemsetD8Async", memory, 0, 4096, stream));
            check(call("cuEventRecord", event, stream));
            check(call("cuEventSynchronize", event));
            check(call("cuMemFree_v2", memory));
            check(call("cuEventDestroy_v2", event));
            check(call("cuStreamDestroy_v2", stream));
        }
        assertThat(EmulatedCuda.count(EmulatedCuda.Count.STREAMS)).isZero();
        assertThat(EmulatedCuda.count(EmulatedCuda.Count.EVENTS)).isZero();
        assertThat(EmulatedCuda.count(EmulatedCuda.Count.DEVICE_ALLOCATIONS)).isZero();
        assertThat(EmulatedCuda.count(EmulatedCuda.Count.PENDING)).isZero();
    }
}
