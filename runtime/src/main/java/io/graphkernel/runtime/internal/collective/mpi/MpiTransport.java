package io.graphkernel.runtime.internal.collective.mpi;

import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.collective.message.Transport;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/** The transport of one rank of a group over MPI. */
final class MpiTransport implements Transport {
    private static final int FIRST_CAPACITY = 32;
    private static final long MAX_GIVING_UP_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final MpiLibrary library;
    private final int handleBytes;
    private final int[] worldRanks;
    private final int rank;
    private final int firstTag;

    private int capacity;
    /** Handles, the indices of completed ones, and their number. */
    private HostBlock memory;

    private boolean[] ended;
    private int[] unused;
    private int unusedCount;
    private int active;

    /**
     * Creates a transport.
     *
     * @param worldRanks rank in MPI_COMM_WORLD of each rank of the group
     * @param rank index of this rank
     * @param firstTag first of the tags reserved for this group, one per channel
     */
    MpiTransport(MpiLibrary library, int[] worldRanks, int rank, int firstTag) {
        this.library = library;
        this.handleBytes = library.abi().handleBytes();
        this.worldRanks = worldRanks.clone();
        this.rank = rank;
        this.firstTag = firstTag;
        grow(FIRST_CAPACITY);
    }

    private void grow(int newCapacity) {
        HostBlock grown =
                MemoryPool.shared().acquire((long) newCapacity * (handleBytes + Integer.BYTES) + Integer.BYTES);
        for (int message = 0; message < newCapacity; message++) {
            setHandle(
                    grown.address(),
                    message,
                    message < capacity ? handle(message) : library.abi().noRequest());
        }
        if (memory != null) {
            MemoryPool.shared().release(memory);
        }
        memory = grown;
        ended = ended == null ? new boolean[newCapacity] : Arrays.copyOf(ended, newCapacity);
        unused = unused == null ? new int[newCapacity] : Arrays.copyOf(unused, newCapacity);
        for (int message = newCapacity - 1; message >= capacity; message--) {
            unused[unusedCount++] = message;
        }
        capacity = newCapacity;
    }

    private long handle(int message) {
        long address = memory.address() + (long) message * handleBytes;
        return handleBytes == Long.BYTES ? Memory.getLong(address) : Memory.getInt(address);
    }

    private void setHandle(long handles, int message, long handle) {
        long address = handles + (long) message * handleBytes;
        if (handleBytes == Long.BYTES) {
            Memory.putLong(address, handle);
        } else {
            Memory.putInt(address, (int) handle);
        }
    }

    @Override
    public int rank() {
        return rank;
    }

    @Override
    public int size() {
        return worldRanks.length;
    }

    @Override
    public int send(int peer, Channel channel, long address, int bytes) {
        int message = next();
        long handle = memory.address() + (long) message * handleBytes;
        library.send(address, bytes, worldRanks[peer], firstTag + channel.ordinal(), handle);
        return message;
    }

    @Override
    public int receive(int peer, Channel channel, long address, int bytes) {
        int message = next();
        long handle = memory.address() + (long) message * handleBytes;
        library.receive(address, bytes, worldRanks[peer], firstTag + channel.ordinal(), handle);
        return message;
    }

    private int next() {
        if (unusedCount == 0) {
            grow(2 * capacity);
        }
        active++;
        return unused[--unusedCount];
    }

    @Override
    public boolean poll() {
        if (active == 0) {
            return false;
        }
        long positions = memory.address() + (long) capacity * handleBytes;
        int count = library.test(capacity, memory.address(), positions + (long) capacity * Integer.BYTES, positions);
        for (int i = 0; i < count; i++) {
            ended[Memory.getInt(positions + (long) i * Integer.BYTES)] = true;
        }
        active -= count;
        return count > 0;
    }

    @Override
    public boolean hasEnded(int message) {
        if (!ended[message]) {
            return false;
        }
        ended[message] = false;
        unused[unusedCount++] = message;
        return true;
    }

    /** Cancels outstanding messages. A receive without a matching message can be cancelled; all others complete. */
    @Override
    public boolean close() {
        long noRequest = library.abi().noRequest();
        for (int message = 0; message < capacity && active > 0; message++) {
            if (handleBytes == Long.BYTES ? handle(message) != noRequest : (int) handle(message) != (int) noRequest) {
                library.cancel(memory.address() + (long) message * handleBytes);
            }
        }
        long begin = System.nanoTime();
        while (active > 0 && System.nanoTime() - begin < MAX_GIVING_UP_NANOS) {
            poll();
            Thread.yield();
        }
        return active == 0;
    }
}
