package io.graphkernel.runtime.endtoend;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.runtime.KernelThreads;
import io.graphkernel.runtime.RestoredThreads;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every schedule template at odd sizes, against float64 and against eager ops. */
@ExtendWith(RestoredThreads.class)
class TemplateTest {

    private static final int[] THREADS = {1, 2, 7};

    static Stream<TemplateCase> templates() {
        return Templates.all().stream();
    }

    @ParameterizedTest
    @MethodSource("templates")
    void template_matchesReference(TemplateCase template) {
        for (int[] sizes : template.sizes()) {
            template.assertAgrees(sizes, 0);
        }
    }

    @ParameterizedTest
    @MethodSource("templates")
    void template_acceptsMisalignedMemory(TemplateCase template) {
        List<int[]> sizes = template.sizes();
        for (int i = 0; i < sizes.size(); i += 5) {
            template.assertAgrees(sizes.get(i), 4);
        }
    }

    @ParameterizedTest
    @MethodSource("templates")
    void template_matchesEagerOps(TemplateCase template) {
        List<int[]> sizes = template.sizes();
        for (int i = 0; i < sizes.size() - 2; i += 7) {
            template.assertAgreesWithEager(sizes.get(i));
        }
    }

    @ParameterizedTest
    @MethodSource("templates")
    @Tag("slow")
    void template_onAnyThreads_givesTheSameBits(TemplateCase template) {
        List<int[]> sizes = template.sizes();
        int[] largest = sizes.get(sizes.size() - 1);
        double[][] in = template.operands(largest);
        List<double[][]> results = new ArrayList<>();
        for (int count : THREADS) {
            KernelThreads.setCount(count);
            results.add(template.compute(largest, in, 0));
            results.add(template.compute(largest, in, 0));
        }
        for (double[][] result : results) {
            for (int i = 0; i < result.length; i++) {
                boolean same = Arrays.equals(result[i], results.get(0)[i]);
                assertThat(same).as(template + ", result " + i).isTrue();
            }
        }
    }
}
