package io.graphkernel.processor.stub;

import com.palantir.javapoet.CodeBlock;
import io.graphkernel.graph.Dim;
import io.graphkernel.processor.launch.InterpretedPlans;
import io.graphkernel.processor.launch.PlanData;
import io.graphkernel.processor.schedule.Plan;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Emitter of a call of an interpreted plan, which passes numbers, dims and tensors. */
final class PlanCode {

    private final Plan plan;
    private final PlanData data;
    private final int number;
    private final MethodNames names;

    /** Creates the emitter for the overload over tensors. */
    PlanCode(Plan plan, InterpretedPlans.InterpretedPlan interpreted, MethodNames names) {
        this.plan = plan;
        this.data = interpreted.data();
        this.number = interpreted.number();
        this.names = names;
    }

    /**
     * Emits the code after the frame. User expressions that may throw precede the tensors, which the call retains until
     * it has run.
     *
     * @param checked code that requires checked tensors
     * @param losses checks of the parameters of losses
     * @param tensors function from the variable of the call to code that passes all tensors
     */
    CodeBlock write(CodeBlock checked, LossChecks losses, Function<String, CodeBlock> tensors) {
        CodeBlock.Builder code = CodeBlock.builder();
        code.add(new SizeChecks(plan.graph(), names).elements(plan));
        String call = names.unique("call");
        code.addStatement(
                "final $T $L = $T.of(LIBRARY, $L, $L)",
                RuntimeTypes.PLAN_CALL,
                call,
                RuntimeTypes.PLAN_CALL,
                number,
                names.frame);
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
        Set<String> indices = plan.loopIndices();
        for (int i = 0; i < dims.size(); i++) {
            String size = indices.contains(dims.get(i).name()) ? "0" : names.dim(dims.get(i));
            code.addStatement("$L.dimension($L, $L)", call, i, size);
        }
        code.add(tensors.apply(call)).addStatement("$L.check()", call);
        if (losses.areNeeded()) {
            code.addStatement("$L.separate($S)", call, losses.marks());
        }
        return code.add(checked).addStatement("$L.run()", call).build();
    }
}
