package io.graphkernel.processor.frontend.expression;

import io.graphkernel.processor.frontend.advice.UnusedValueCheck;
import io.graphkernel.processor.frontend.javac.Javac;
import io.graphkernel.processor.frontend.value.BodyGraph;
import io.graphkernel.processor.frontend.value.VariableScope;

/**
 * Services for the readers of the statements of one body.
 *
 * @param javac services of javac, for messages
 * @param scope variables of the method, to which those of the body are added
 * @param graph graph that receives the ops
 * @param expressions reader of the expressions in the body
 * @param unused check that records variables
 */
public record BodyContext(
        Javac javac, VariableScope scope, BodyGraph graph, ExpressionReader expressions, UnusedValueCheck unused) {

    /** Returns the context of a body that is compiled separately. */
    BodyContext inside(VariableScope values, BodyGraph body, ExpressionReader reader) {
        return new BodyContext(javac, values, body, reader, unused);
    }
}
