package io.graphkernel.runtime.internal.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.internal.memory.ConstantMemory.Constant;
import java.lang.ref.Reference;
import org.junit.jupiter.api.Test;

/** With addresses that nothing has. */
class ConstantMemoryTest {

    private static final long ADDRESS = -1L << 20;
    private static final int MAX_COLLECTIONS = 200;

    @Test
    void constants_areFoundWhereTheyStart() {
        Object owner = new Object();
        ConstantMemory.add(owner, ADDRESS + 64, 64);
        ConstantMemory.add(owner, ADDRESS, 32);

        Constant first = ConstantMemory.at(ADDRESS);
        assertThat(first).isNotNull().isSameAs(ConstantMemory.at(ADDRESS));
        assertThat(ConstantMemory.at(ADDRESS + 64)).isNotNull().isNotSameAs(first);
        assertThat(ConstantMemory.at(ADDRESS + 8)).isNull();
        assertThat(ConstantMemory.at(ADDRESS - 8)).isNull();
        assertThat(ConstantMemory.at(ADDRESS + 256)).isNull();
        Reference.reachabilityFence(owner);
    }

    @Test
    void constantMemory_isCreatedOnce() {
        Object owner = new Object();
        ConstantMemory.add(owner, ADDRESS + 1024, 8);
        Constant constant = ConstantMemory.at(ADDRESS + 1024);

        Object packed = constant.keep("layout", Object::new);
        assertThat(constant.<Object>keep("layout", Object::new)).isSameAs(packed);
        assertThat(constant.<Object>keep("other", Object::new)).isNotSameAs(packed);
        Reference.reachabilityFence(owner);
    }

    @Test
    void constant_goesWithItsOwner() throws InterruptedException {
        ConstantMemory.add(new Object(), ADDRESS + 2048, 8);
        for (int i = 0; i < MAX_COLLECTIONS && ConstantMemory.at(ADDRESS + 2048) != null; i++) {
            System.gc();
            Reclamation.run();
            Thread.sleep(5);
        }
        assertThat(ConstantMemory.at(ADDRESS + 2048)).isNull();

        Object owner = new Object();
        ConstantMemory.add(owner, ADDRESS + 2048, 8);
        assertThat(ConstantMemory.at(ADDRESS + 2048)).isNotNull();
        Reference.reachabilityFence(owner);
    }
}
