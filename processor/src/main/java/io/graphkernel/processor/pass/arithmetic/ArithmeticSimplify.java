package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.Graph;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.FlagValues;
import io.graphkernel.processor.option.KnownNames;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Applies arithmetic rules and folds constants, until a fixed point is reached. */
public final class ArithmeticSimplify implements GraphPass {

    /** Rules that extend the epilogue of a matmul. */
    private static final List<String> EPILOGUE_RULES = List.of("1.38", "1.39");

    @Override
    public String name() {
        return "arithmetic_simplify";
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public Map<Flag, KnownNames> names() {
        Set<String> applicable = new HashSet<>();
        Map<String, String> missing = new HashMap<>();
        for (ArithmeticRule rule : RuleTable.all()) {
            if (rule.applies()) {
                applicable.add(rule.id());
            } else {
                missing.put(rule.id(), rule.missing());
            }
        }
        KnownNames rules = new KnownNames("arithmetic rule", applicable, missing, false);
        return Map.of(Flag.ENABLE_SIMPLIFY_EXPRS_ONLY, rules, Flag.DISABLE_SIMPLIFY_EXPRS, rules);
    }

    @Override
    public Graph run(Graph graph, PassContext context) {
        Simplifier.Result result = Simplifier.run(graph, selection(context.flags()));
        result.applied()
                .forEach((id, times) -> context.decisions()
                        .note("rule " + id + " "
                                + RuleTable.find(id).orElseThrow().name() + " applied "
                                + (times == 1 ? "once" : times + " times")));
        return result.graph();
    }

    private static RuleSelection selection(FlagValues flags) {
        Set<String> only = new HashSet<>(flags.list(Flag.ENABLE_SIMPLIFY_EXPRS_ONLY));
        // As documented, a list of enabled rules overrides the list of disabled ones.
        Set<String> disabled =
                only.isEmpty() ? new HashSet<>(flags.list(Flag.DISABLE_SIMPLIFY_EXPRS)) : new HashSet<>();
        if (flags.isOn(Flag.DISABLE_MATMUL_POST_FUSION)) {
            disabled.addAll(EPILOGUE_RULES);
        }
        return new RuleSelection(flags.isOn(Flag.EXACT_PRECISION_MODE), only, disabled);
    }
}
