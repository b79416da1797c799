package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.Block;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.stream.IntStream;

/** Which ranks split off a group together. */
public final class PartOfGroup {
    private PartOfGroup() {}

    /**
     * The ranks that pass the same number as this one, in their order. All ranks call this.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if a rank has failed or does not come
     */
    public static int[] members(Communicator ranks, int part) {
        Block memory = MemoryPool.shared().acquire((long) Integer.BYTES * (ranks.size() + 1));
        try {
            long all = memory.address();
            long own = all + (long) Integer.BYTES * ranks.size();
            Memory.putInt(own, part);
            ranks.start(CollectiveRequest.allGather(DType.I32, 1), own, all).await();
            return IntStream.range(0, ranks.size())
                    .filter(rank -> Memory.getInt(all + (long) Integer.BYTES * rank) == part)
                    .toArray();
        } finally {
            MemoryPool.shared().release(memory);
        }
    }
}
