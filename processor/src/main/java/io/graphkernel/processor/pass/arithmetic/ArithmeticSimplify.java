package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.processor.graph.Graph;
import io.graphkernel.processor.option.Flag;
import io.graphkernel.processor.option.Flags;
import io.graphkernel.processor.option.Names;
import io.graphkernel.processor.pass.GraphPass;
import io.graphkernel.processor.pass.PassContext;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Applies arithmetic rules and folds constants, until nothing changes. */
public final class ArithmeticSimplify implements GraphPass {

    /** The rules that give a library op something to do after its product. */
    private static final List<String> AFTER_PRODUCTS = List.of("1.38", "1.39");

    @Override
    public String name() {
        return "arithmetic_simplify";
    }

    @Override
    public int level() {
        return 2;
    }

    @Override
    public Map<Flag, Names> names() {
        Set<String> applicable = new HashSet<>();
        Map<String, String> missing = new HashMap<>();
        for (Rule rule : RuleTable.all()) {
            if (rule.applies()) {
                applicable.add(rule.id());
            } else {
                missing.put(rule.id(), rule.missing());
            }
        }
        Names rules = new Names("arithmetic rule", applicable, missing, false);
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

    private static RuleSelection selection(Flags flags) {
        Set<String> only = new HashSet<>(flags.list(Flag.ENABLE_SIMPLIFY_EXPRS_ONLY));
        // As documented, the list of the only rules makes the other list count for nothing.
        Set<String> disabled =
                only.isEmpty() ? new HashSet<>(flags.list(Flag.DISABLE_SIMPLIFY_EXPRS)) : new HashSet<>();
        if (flags.isOn(Flag.DISABLE_MATMUL_POST_FUSION)) {
            disabled.addAll(AFTER_PRODUCTS);
        }
        return new RuleSelection(flags.isOn(Flag.EXACT_PRECISION_MODE), only, disabled);
    }
}
