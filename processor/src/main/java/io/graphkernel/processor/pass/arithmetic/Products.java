package io.graphkernel.processor.pass.arithmetic;

import io.graphkernel.processor.graph.Attributes;
import io.graphkernel.processor.graph.Node;
import java.util.List;
import java.util.Optional;

/** What rules ask of matrix products. */
final class Products {

    /** The library's name for a sum with one number per column. */
    private static final String BIAS = "bias";

    private Products() {}

    /** A product to which a vector is added, one number per column. */
    static Optional<Attributes> withBias(Match match) {
        Node product = match.op(1);
        int last = product.shape().rank() - 1;
        boolean columns = match.letter("C")
                .shape()
                .dims()
                .equals(List.of(product.shape().dims().get(last)));
        String before = product.attributes().has(Attributes.EPILOGUE)
                ? product.attributes().text(Attributes.EPILOGUE) + " "
                : "";
        return columns ? Optional.of(product.attributes().with(Attributes.EPILOGUE, before + BIAS)) : Optional.empty();
    }
}
