package io.graphkernel.op.definition.element;

import io.graphkernel.op.ScalarFunction;
import io.graphkernel.op.row.BasicOps;
import io.graphkernel.op.row.DtypeClass;
import io.graphkernel.op.row.GradientRule;
import io.graphkernel.op.row.OpDtype;
import io.graphkernel.op.row.OpKind;
import io.graphkernel.op.row.OpParameter;
import io.graphkernel.op.row.OpParameter.Kind;
import io.graphkernel.op.row.OpRow;
import java.util.List;
import java.util.Optional;

/** Ops that apply functions of users to elements. */
public final class MapOps {

    /** Cost of a loop with an unknown number of iterations: too expensive to be computed twice. */
    private static final int LOOP_COST = 1000;

    private MapOps() {}

    /**
     * Returns the row of the op that applies an element function. It has no method in {@code Ops}: in eager mode, the
     * Java function itself is called.
     *
     * @return its row
     */
    public static OpRow map() {
        return OpRow.composites(
                        BasicOps.MAP,
                        b -> b.elements(b.choice(ScalarFunction.ATTRIBUTE), b.operands("x")),
                        operands(),
                        OpParameter.attribute(ScalarFunction.ATTRIBUTE, Kind.TEXT))
                .dtypes(DtypeClass.ANY)
                .resultsVary()
                .gradient(new GradientRule(
                        GradientRule.ALL,
                        List.of("x"),
                        b -> b.elementAdjoints(b.choice(ScalarFunction.ATTRIBUTE), b.operands("x"))))
                .document("the results of the function for the elements of x at each position")
                .build();
    }

    /**
     * Returns the row of the op that computes one result of a loop over single elements. Only element functions have
     * it, so that it has no method in {@code Ops}. Element functions are differentiated before they become ops.
     *
     * @return its row
     */
    public static OpRow elementLoop() {
        return OpRow.special(BasicOps.ELEMENT_LOOP, OpKind.ELEMENTWISE, operands())
                .results(OpDtype.ATTRIBUTE)
                .cost(LOOP_COST)
                .document("the state of each element of x after the loop")
                .build();
    }

    /** Returns the parameter of the operands, whose dtypes are those of the function. */
    private static OpParameter operands() {
        return new OpParameter("x", Kind.TENSORS, OpDtype.OWN, false, Optional.empty(), "");
    }
}
