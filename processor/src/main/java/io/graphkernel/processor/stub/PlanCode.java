package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.processor.graph.Dim;
import io.graphkernel.processor.launch.PlanData;
import io.graphkernel.processor.launch.WalkedPlans;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;
import java.util.function.Function;

/** Has the run time walk a plan: hands over numbers, dims and tensors. */
final class PlanCode {

    private final Plan plan;
    private final PlanData data;
    private final int number;
    private final MethodNames names;

    /** Code for the overload over tensors. */
    PlanCode(Plan plan, WalkedPlans.Walked walked, MethodNames names) {
        this.plan = plan;
        this.data = walked.data();
        this.number = walked.number();
        this.names = names;
    }

    /**
     * Comes after the frame. What a user's expression may throw comes before the tensors, which the call holds until it has
     * run.
     *
     * @param checked code that needs tensors which are checked
     * @param tensors code that gives the call, whose variable it takes, all tensors
     */
    CodeBlock write(CodeBlock checked, Function<String, CodeBlock> tensors) {
        CodeBlock.Builder code = CodeBlock.builder();
        code.add(new SizeChecks(plan.graph(), names).elements(plan));
        String call = names.unique("call");
        code.addStatement("final $T $L = LIBRARY.plan($L).call($L)", RuntimeTypes.PLAN_CALL, call, number, names.frame);
        List<PlanData.CallNumber> numbers = data.numbers();
        for (int i = 0; i < numbers.size(); i++) {
            String method = switch (numbers.get(i).use()) {
                case FLOATING -> "scalar";
                case WHOLE -> "integer";
                case DOUBLE -> "number";
            };
            String value = names.expression(numbers.get(i).expression());
            code.addStatement("$L.$L($L, $L)", call, method, i, value);
        }
        List<Dim.Symbol> dims = data.dims();
        for (int i = 0; i < dims.size(); i++) {
            code.addStatement("$L.dimension($L, $L)", call, i, names.dim(dims.get(i)));
        }
        return code.add(tensors.apply(call))
                .addStatement("$L.check()", call)
                .add(checked)
                .addStatement("$L.run()", call)
                .build();
    }
}
