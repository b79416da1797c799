package io.graphkernel.runtime.generated;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.graphkernel.runtime.Device;
import io.graphkernel.runtime.internal.memory.EpochGuard;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import io.graphkernel.runtime.internal.parallel.Scratch;
import io.graphkernel.runtime.internal.profile.Recordings;
import java.lang.management.ManagementFactory;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

/** Tests of the arena of a call: planned for its dims, allocated from the pool and released. */
class ArenaTest {
    private static final long LARGE = 1 << 22;

    private final LaunchFrame frame = LaunchFrame.current(Device.cpu());
    private int planned;

    /** An allocation of a*b bytes, live with one of a bytes, and then one of b bytes. */
    private final ArenaPlan plan = new ArenaPlan(2, "0:0-1 1:0-0 2:1-1") {
        @Override
        protected long[] sizes(long[] dims) {
            planned++;
            return new long[] {dims[0] * dims[1], dims[0], dims[1]};
        }
    };

    private long[] at(long a, long b) {
        frame.integer(0, a);
        frame.integer(1, b);
        return plan.at(frame);
    }

    @Test
    void offsets_followTheDims() {
        assertThat(at(1000, 10)).containsExactly(0, 10048, 10048, 10048 + 1024);
        assertThat(at(10, 1000)).containsExactly(0, 10048, 10048, 10048 + 1024);
        assertThat(at(1, 1)).containsExactly(0, 64, 64, 128);
        assertThat(at(0, 5)).containsExactly(0, 0, 0, 64);
    }

    @Test
    void knownDims_areNotPlannedAgain() {
        long[] first = at(1000, 10);

        assertThat(at(7, 7)).isNotEqualTo(first);
        assertThat(at(1000, 10)).isSameAs(first);
        assertThat(planned).isEqualTo(2);
        for (int i = 0; i < 100; i++) {
            at(i, 3);
        }
        assertThat(at(1000, 10)).as("the oldest dims are planned again").isEqualTo(first);
        assertThat(planned).isEqualTo(103);
    }

    @Test
    void recordings_takeThePlanWithItsBound() {
        List<RecordedEvent> plans = Recordings.of("io.graphkernel.ArenaPlan", () -> {
            at(100, 7);
            at(100, 7);
        });

        assertThat(plans).singleElement().satisfies(plan -> {
            assertThat(plan.getString("plan")).startsWith(ArenaTest.class.getName());
            assertThat(plan.getLong("bytes")).isEqualTo(704 + 128);
            assertThat(plan.getLong("bound")).isEqualTo(704 + 128);
        });
    }

    @Test
    void knownDims_allocateNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        for (int i = 0; i < 1000; i++) {
            at(64, 64);
        }
        long before = threads.getThreadAllocatedBytes(thread);
        for (int i = 0; i < 1000; i++) {
            at(64, 64);
            frame.arena(LARGE);
            frame.enter();
            frame.leave();
        }
        assertThat(threads.getThreadAllocatedBytes(thread) - before).isLessThan(1000);
    }

    @Test
    void thread_keepsWhatIsSmallAndReturnsBackWhatIsLarge() {
        MemoryPool pool = MemoryPool.shared();
        long small = call(Scratch.MAX_RETAINED_BYTES);
        long cached = pool.cachedBytes();
        assertThat(call(100)).isEqualTo(small);
        assertThat(pool.cachedBytes()).isEqualTo(cached);
        call(LARGE);
        long given = pool.cachedBytes();
        assertThat(given).isGreaterThanOrEqualTo(LARGE);
        call(LARGE);
        assertThat(pool.cachedBytes()).as("the same memory again").isEqualTo(given);
    }

    /** A call within another, such as a library's, does not end the arena of the outer one. */
    @Test
    void callWithinAnother_doesNotEndTheArena() {
        long arena = frame.arena(LARGE);
        frame.enter();
        frame.enter();
        frame.exit();
        assertThat(frame.arena(LARGE)).isEqualTo(arena);
        frame.leave();
        assertThat(EpochGuard.ofThread().isInside()).isFalse();
    }

    /** A communicator backend may call kernels during a call of its thread. */
    @Test
    void kernelWithinACall_doesNotGiveTheArenaBack() {
        MemoryPool pool = MemoryPool.shared();
        frame.arena(LARGE);
        long cached = pool.cachedBytes();
        frame.enter();
        frame.enter();
        frame.leave();
        assertThat(pool.cachedBytes()).isEqualTo(cached);
        frame.leave();
        assertThat(pool.cachedBytes()).isGreaterThan(cached);
    }

    private long call(long bytes) {
        long address = frame.arena(bytes);
        frame.enter();
        frame.leave();
        return address;
    }
}
