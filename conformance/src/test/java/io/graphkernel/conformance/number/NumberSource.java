package io.graphkernel.conformance.number;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The kernel classes of a run, the same in the test and in its programs. */
final class NumberSource {

    /** Kernels of a class. */
    static final int CLASS_KERNELS = 20;

    /** The lines before the first kernel. */
    static final int HEAD_LINES = 4;

    /** One operand of this number has a constant in the full tier. */
    private static final int SHORT_RUN_STEP = 3;

    /** Property with the ops of a run. */
    static final String OPS = "conformance.numbers.ops";

    private NumberSource() {}

    /** Returns true for each op, or for those of {@code -Dconformance.numbers.ops=Add,Div}. */
    private static boolean isSelected(NumberCase drawn) {
        String ops = System.getProperty(OPS, "");
        return ops.isEmpty() || List.of(ops.split(",")).contains(drawn.row().name());
    }

    /**
     * Draws the kernels that compile, and those that must not.
     *
     * @param accepted kernels whose constants are held
     * @param rejected kernels whose constants are not
     */
    record Drawn(List<NumberCase> accepted, List<NumberCase> rejected) {

        /** Draws some cases of each operand, or all. */
        static Drawn of(long seed, int casesPerOp) {
            Random random = new Random(seed);
            List<NumberCase> parameters = NumberCases.drawn(NumberCases.parameters(), casesPerOp, random);
            List<NumberCase> accepted = new ArrayList<>(parameters);
            List<NumberCase> rejected = new ArrayList<>();
            List<NumberCase> sources = NumberCases.drawn(NumberCases.parameters(), casesPerOp, random);
            for (int i = 0; i < sources.size(); i += casesPerOp == 1 ? SHORT_RUN_STEP : 1) {
                NumberCase parameter = sources.get(i);
                NumberCase constant = NumberCases.constant(parameter, random);
                boolean held = constant.dtype()
                        .map(dtype -> constant.constant().orElseThrow().isHeld(dtype))
                        .orElse(true);
                (held ? accepted : rejected).add(constant);
            }
            Collections.shuffle(accepted, random);
            accepted.removeIf(drawn -> !isSelected(drawn));
            rejected.removeIf(drawn -> !isSelected(drawn));
            return new Drawn(accepted, rejected);
        }
    }

    /** Returns the texts of the classes. */
    static Map<String, String> texts(String prefix, List<NumberCase> cases) {
        Map<String, String> texts = new LinkedHashMap<>();
        for (int from = 0; from < cases.size(); from += CLASS_KERNELS) {
            String name = prefix + from / CLASS_KERNELS;
            StringBuilder text = new StringBuilder("package numbers;\n"
                    + "import io.graphkernel.annotations.*;\n"
                    + "import io.graphkernel.runtime.*;\n"
                    + "public final class " + name + " {\n");
            for (int i = from; i < Math.min(from + CLASS_KERNELS, cases.size()); i++) {
                text.append(cases.get(i).method(i)).append('\n');
            }
            texts.put(name, text.append("}\n").toString());
        }
        return texts;
    }
}
