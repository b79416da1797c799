package io.graphkernel.processor.gradient;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MinimumCutTest {

    private static final int GRAPHS = 3000;
    private static final int MAX_VALUES = 7;

    /** Values of a random graph: operands, cost of saving, and cost of recomputation. */
    private record Values(List<List<Integer>> operands, long[] saving, long[] again, boolean[] read) {

        static Values random(Random random) {
            int count = 1 + random.nextInt(MAX_VALUES);
            List<List<Integer>> operands = new ArrayList<>();
            long[] saving = new long[count];
            long[] again = new long[count];
            boolean[] read = new boolean[count];
            for (int i = 0; i < count; i++) {
                List<Integer> own = new ArrayList<>();
                for (int j = 0; j < i; j++) {
                    if (random.nextInt(3) == 0) {
                        own.add(j);
                    }
                }
                operands.add(own);
                saving[i] = random.nextInt(10);
                // A value without operands is a parameter.
                again[i] = own.isEmpty() ? MinimumCut.INFINITE : random.nextInt(10);
                read[i] = random.nextInt(3) == 0;
            }
            return new Values(operands, saving, again, read);
        }

        int count() {
            return saving.length;
        }

        /** Returns the cost of a choice; more than the total if a value is missing. */
        long cost(int saved) {
            boolean[] needed = read.clone();
            long cost = 0;
            for (int i = count() - 1; i >= 0; i--) {
                if (!needed[i]) {
                    continue;
                }
                if ((saved >> i & 1) != 0) {
                    cost = Math.min(cost + saving[i], MinimumCut.INFINITE);
                } else {
                    cost = Math.min(cost + again[i], MinimumCut.INFINITE);
                    operands.get(i).forEach(operand -> needed[operand] = true);
                }
            }
            return cost;
        }

        int cut() {
            MinimumCut cut = new MinimumCut();
            int source = cut.vertex();
            int sink = cut.vertex();
            int[] in = new int[count()];
            for (int i = 0; i < count(); i++) {
                in[i] = cut.vertex();
                int out = cut.vertex();
                cut.edge(source, in[i], again[i]);
                cut.edge(in[i], out, saving[i]);
                for (int operand : operands.get(i)) {
                    cut.edge(in[operand] + 1, in[i], MinimumCut.INFINITE);
                }
                if (read[i]) {
                    cut.edge(out, sink, MinimumCut.INFINITE);
                }
            }
            boolean[] side = cut.cut(source, sink);
            int saved = 0;
            for (int i = 0; i < count(); i++) {
                saved |= side[in[i]] && !side[in[i] + 1] ? 1 << i : 0;
            }
            return saved;
        }
    }

    @Test
    void cut_hasMinimumCost() {
        Random random = new Random(7);
        for (int graph = 0; graph < GRAPHS; graph++) {
            Values values = Values.random(random);
            long best = Long.MAX_VALUE;
            for (int saved = 0; saved < 1 << values.count(); saved++) {
                best = Math.min(best, values.cost(saved));
            }
            assertThat(values.cost(values.cut()))
                    .as("graph %d: %s", graph, values)
                    .isEqualTo(best);
        }
    }

    @Test
    void cut_isNearestToTheSink() {
        MinimumCut forth = new MinimumCut();
        MinimumCut back = new MinimumCut();
        int[][] edges = {{0, 2, 4}, {0, 3, 4}, {2, 4, 4}, {3, 4, 4}, {4, 1, 8}};
        for (int i = 0; i < 5; i++) {
            forth.vertex();
            back.vertex();
        }
        for (int i = 0; i < edges.length; i++) {
            forth.edge(edges[i][0], edges[i][1], edges[i][2]);
            int[] last = edges[edges.length - 1 - i];
            back.edge(last[0], last[1], last[2]);
        }
        assertThat(forth.cut(0, 1)).isEqualTo(back.cut(0, 1)).containsExactly(true, false, true, true, true);
    }
}
