package io.graphkernel.runtime.internal.collective;

import io.graphkernel.runtime.CollectiveRequest;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.generated.jvm.Memory;
import io.graphkernel.runtime.internal.memory.HostBlock;
import io.graphkernel.runtime.internal.memory.MemoryPool;
import java.util.stream.IntStream;

/** Assignment of ranks to the subgroups of a split. */
public final class SubgroupSplit {
    private SubgroupSplit() {}

    /**
     * Returns the ranks that pass the same number as this one, in order. All ranks must call this method.
     *
     * @throws io.graphkernel.runtime.exception.CommunicatorException if a rank has failed or is missing
     */
    public static int[] members(CollectiveBackend ranks, int color) {
        HostBlock memory = MemoryPool.shared().acquire((long) Integer.BYTES * (ranks.size() + 1));
        try {
            long colors = memory.address();
            long own = colors + (long) Integer.BYTES * ranks.size();
            Memory.putInt(own, color);
            ranks.start(CollectiveRequest.allGather(DType.I32, 1), own, colors).await();
            return IntStream.range(0, ranks.size())
                    .filter(rank -> Memory.getInt(colors + (long) Integer.BYTES * rank) == color)
                    .toArray();
        } finally {
            MemoryPool.shared().release(memory);
        }
    }
}
