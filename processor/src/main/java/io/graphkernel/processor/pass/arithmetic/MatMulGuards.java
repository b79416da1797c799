package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.graph.Attributes;
import io.graphkernel.graph.Node;
import java.util.List;
import java.util.Optional;

/** Guards of rules over matmuls. */
final class MatMulGuards {

    /** The library's name for the addition of one number per column. */
    private static final String BIAS = "bias";

    private MatMulGuards() {}

    /** Returns the attributes of a matmul with a bias, one number per column. */
    static Optional<Attributes> withBias(Match match) {
        Node matMul = match.op(1);
        int last = matMul.shape().rank() - 1;
        boolean columns = match.letter("C")
                .shape()
                .dims()
                .equals(List.of(matMul.shape().dims().get(last)));
        String epilogue = matMul.attributes().has(Attributes.EPILOGUE)
                ? matMul.attributes().text(Attributes.EPILOGUE) + " "
                : "";
        return columns ? Optional.of(matMul.attributes().with(Attributes.EPILOGUE, epilogue + BIAS)) : Optional.empty();
    }
}
