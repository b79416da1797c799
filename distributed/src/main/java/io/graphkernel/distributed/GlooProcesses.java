package io.graphkernel.distributed;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.internal.collective.ElementwiseCombiner;
import io.graphkernel.runtime.internal.loading.JavaCpp;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.Loader;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.javacpp.chrono.Milliseconds;
import org.bytedeco.pytorch.BroadcastOptions;
import org.bytedeco.pytorch.ByteVector;
import org.bytedeco.pytorch.DeviceOptional;
import org.bytedeco.pytorch.GlooDeviceVector;
import org.bytedeco.pytorch.LongVector;
import org.bytedeco.pytorch.PointerConsumer;
import org.bytedeco.pytorch.ProcessGroupGloo;
import org.bytedeco.pytorch.Store;
import org.bytedeco.pytorch.StringVector;
import org.bytedeco.pytorch.TCPStore;
import org.bytedeco.pytorch.TCPStoreOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptions;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.Work;
import org.bytedeco.pytorch.global.torch;

/**
 * The processes of a group, connected by Gloo. Gloo transfers bytes; the reduction in rank order is implemented here.
 */
final class GlooProcesses implements AutoCloseable {
    private static final String FAILURE = "failure";

    /** Maximum length of an encoded request in bytes. */
    private static final int WORD_BYTES = 128;

    private static final PointerConsumer KEEP = null;

    private final int rank;
    private final int size;
    private final Store store;
    private final ProcessGroupGloo processes;

    GlooProcesses(int rank, int size, String host, int port, long timeoutMillis) {
        // Two processes that unpack the libraries concurrently would crash.
        JavaCpp.load(() -> Loader.load(torch.class), "org/bytedeco/openblas", "org/bytedeco/pytorch");
        this.rank = rank;
        this.size = size;
        Milliseconds timeout = new Milliseconds(timeoutMillis);
        TCPStoreOptions options = new TCPStoreOptions()
                .port((short) port)
                .isServer(rank == 0)
                .waitWorkers(false)
                .timeout(timeout);
        this.store = new TCPStore(host, options);
        ProcessGroupGloo.Options gloo = ProcessGroupGloo.Options.create(timeout);
        gloo.devices(new GlooDeviceVector(ProcessGroupGloo.createDeviceForHostname(host(host, port))));
        this.processes = new ProcessGroupGloo(store, rank, size, gloo);
        // No rank continues before all are connected, and none exits before all have its address.
        said("ready");
    }

    /** Returns the address on which this rank listens: the one of its route to the first rank. */
    private static String host(String first, int port) {
        try (DatagramSocket way = new DatagramSocket()) {
            way.connect(new InetSocketAddress(first, port));
            return way.getLocalAddress().getHostAddress();
        } catch (SocketException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns a tensor over memory that is neither copied nor owned. */
    private static Tensor bytes(long address, long count) {
        Pointer memory = new AddressPointer(address, count);
        return torch.from_blob(
                memory,
                new long[] {count},
                new long[] {1},
                KEEP,
                new TensorOptions(torch.ScalarType.Byte),
                new DeviceOptional());
    }

    private static final class AddressPointer extends BytePointer {
        AddressPointer(long address, long count) {
            this.address = address;
            this.limit = count;
            this.capacity = count;
        }
    }

    private static void complete(Supplier<Work> operation) {
        try (Work work = operation.get()) {
            work._wait();
        }
    }

    /** Returns a short string from each rank. */
    String[] said(String word) {
        try (PointerScope scope = new PointerScope();
                BytePointer own = new BytePointer(WORD_BYTES);
                BytePointer gathered = new BytePointer((long) WORD_BYTES * size)) {
            byte[] text = Arrays.copyOf(word.getBytes(StandardCharsets.UTF_8), WORD_BYTES);
            own.put(text);
            gather(own.address(), WORD_BYTES, gathered.address());
            String[] words = new String[size];
            for (int i = 0; i < size; i++) {
                byte[] encoded = new byte[WORD_BYTES];
                gathered.position((long) i * WORD_BYTES).get(encoded);
                words[i] = new String(encoded, StandardCharsets.UTF_8).trim().replace("\0", "");
            }
            gathered.position(0);
            return words;
        }
    }

    private void gather(long source, long count, long target) {
        if (count > 0) {
            complete(() -> processes._allgather_base(bytes(target, count * size), bytes(source, count)));
        }
    }

    private void exchange(long source, long shard, long target) {
        if (shard > 0) {
            complete(() -> processes.alltoall_base(
                    bytes(target, shard * size), bytes(source, shard * size), new LongVector(), new LongVector()));
        }
    }

    void compute(CollectiveRequest request, long source, long target) {
        int width = request.dtype().bytes();
        long count = request.elements() * width;
        try (PointerScope scope = new PointerScope()) {
            switch (request.kind()) {
                case ALL_REDUCE -> allReduce(request, source, target);
                case REDUCE_SCATTER -> reduceParts(request, source, request.elements() / size, target);
                case ALL_GATHER -> gather(source, count, target);
                case ALL_TO_ALL -> exchange(source, count / size, target);
                case BROADCAST -> broadcast(request, source, target, count);
            }
        }
    }

    private void broadcast(CollectiveRequest request, long source, long target, long count) {
        if (rank == request.root() && source != target) {
            Pointer.memcpy(new AddressPointer(target, count), new AddressPointer(source, count), count);
        }
        if (count > 0) {
            BroadcastOptions options = new BroadcastOptions().rootRank(request.root());
            complete(() -> processes.broadcast(new TensorVector(bytes(target, count)), options));
        }
    }

    /** Reduces in shards of equal length, the last of which are padded. */
    private void allReduce(CollectiveRequest request, long source, long target) {
        int width = request.dtype().bytes();
        long shard = (request.elements() + size - 1) / size;
        long count = request.elements() * width;
        try (BytePointer padded = new BytePointer(Math.max(1, shard * size * width));
                BytePointer own = new BytePointer(Math.max(1, shard * width))) {
            Pointer.memcpy(padded, new AddressPointer(source, count), count);
            Pointer.memset(new AddressPointer(padded.address() + count, 1), 0, shard * size * width - count);
            reduceParts(request, padded.address(), shard, own.address());
            gather(own.address(), shard * width, padded.address());
            Pointer.memcpy(new AddressPointer(target, count), padded, count);
        }
    }

    /** Computes this rank's shard of the reduction. */
    private void reduceParts(CollectiveRequest request, long source, long shard, long target) {
        long bytes = shard * request.dtype().bytes();
        try (BytePointer gathered = new BytePointer(Math.max(1, bytes * size))) {
            exchange(source, bytes, gathered.address());
            long[] sources = new long[size];
            for (int i = 0; i < size; i++) {
                sources[i] = gathered.address() + i * bytes;
            }
            ElementwiseCombiner.combine(request.op(), request.dtype(), sources, new long[] {target}, 0, shard);
        }
    }

    /** Publishes a failure for ranks whose connections are closed. */
    void say(String failure) {
        try {
            store.set(FAILURE, failure);
        } catch (RuntimeException e) {
            // Rank 0 has exited; the others do not receive the failure.
            System.getLogger(GlooProcesses.class.getName()).log(System.Logger.Level.DEBUG, "the store is gone", e);
        }
    }

    /** Returns the message of a rank that has failed; null for none. */
    String failure() {
        try (PointerScope scope = new PointerScope()) {
            if (!store.check(new StringVector(FAILURE))) {
                return null;
            }
            ByteVector bytes = store.get(FAILURE);
            byte[] text = new byte[(int) bytes.size()];
            for (int i = 0; i < text.length; i++) {
                text[i] = bytes.get(i);
            }
            return new String(text, StandardCharsets.UTF_8);
        } catch (RuntimeException e) {
            return null;
        }
    }

    @Override
    public void close() {
        processes.close();
        store.close();
    }
}
