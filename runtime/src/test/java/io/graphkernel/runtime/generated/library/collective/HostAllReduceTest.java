package io.graphkernel.runtime.generated.library.collective;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.Communicator;
import io.graphkernel.runtime.DType;
import io.graphkernel.runtime.Tensor;
import io.graphkernel.runtime.internal.collective.EarlyCommunicator;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the collectives of a sum begin. */
class HostAllReduceTest {
    private static final long ROWS = 1000;
    private static final long COLUMNS = 256;

    private final Tensor matrix = Tensor.zeros(ROWS, COLUMNS);

    private HostAllReduce sum(Communicator communicator) {
        return new HostAllReduce(communicator, DType.F32, matrix.address(), ROWS, COLUMNS);
    }

    /** A rank alone that notes the number of elements of each collective. */
    private static Communicator noting(List<Long> elements) {
        return new EarlyCommunicator(Communicator.single(), elements::add);
    }

    @Test
    void blocks_startWhenTheirRowsAreComplete() {
        List<Long> elements = new ArrayList<>();
        HostAllReduce sum = sum(noting(elements));
        long rows = 143;
        sum.begin(rows - 1);
        assertThat(elements).isEmpty();
        sum.begin(rows);
        assertThat(elements).containsExactly(rows * COLUMNS);
        sum.begin(3 * rows + 5);
        assertThat(elements).hasSize(3);
        sum.finish();
        assertThat(elements).hasSize(7).endsWith((ROWS - 6 * rows) * COLUMNS);
        assertThat(elements.stream().mapToLong(Long::longValue).sum()).isEqualTo(ROWS * COLUMNS);
    }

    @Test
    void otherCommunicators_sumTheWhole() {
        HostAllReduce sum = sum(Communicator.single());
        sum.begin(ROWS - 1);
        sum.finish();
    }

    @ParameterizedTest
    @CsvSource({"0, 5, 1", "5, 0, 1", "128, 128, 1", "128, 512, 2", "1, 1000000, 1", "3, 1000000, 3", "4096, 4096, 8"})
    void smallMatrices_areOneBlock(long rows, long columns, long blocks) {
        assertThat(HostAllReduce.blocks(rows, columns)).isEqualTo(blocks);
    }
}
