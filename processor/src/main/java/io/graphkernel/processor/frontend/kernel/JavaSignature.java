package io.graphkernel.processor.frontend.kernel;

import java.util.List;
import java.util.Optional;

/**
 * Parameters and result of a method as its stub declares them.
 *
 * @param parameters parameters in order; the graph of the method has the leaves of their records
 * @param result kind of result
 * @param aggregate returned record, array or list, if any
 * @param isPublic true if the method is public
 * @param variant values of the parameters that choose between variants, which are not among the parameters
 */
public record JavaSignature(
        List<Member> parameters,
        ResultKind result,
        Optional<AggregateType> aggregate,
        boolean isPublic,
        Optional<Variant> variant) {

    public JavaSignature {
        parameters = List.copyOf(parameters);
    }

    /**
     * Returns the signature of a method without parameters that choose between variants.
     *
     * @param parameters parameters in order
     * @param result kind of result
     * @param aggregate returned record, if any
     * @param isPublic true if the method is public
     * @return the signature
     */
    public static JavaSignature plain(
            List<Member> parameters, ResultKind result, Optional<AggregateType> aggregate, boolean isPublic) {
        return new JavaSignature(parameters, result, aggregate, isPublic, Optional.empty());
    }

    /**
     * Returns the signature with the number of tensors in a returned array or list.
     *
     * @param length number of tensors
     * @return this signature if the result is of another kind
     */
    public JavaSignature withResultLength(int length) {
        Optional<AggregateType> known = aggregate.map(
                type -> type instanceof ListType list ? new ListType(list.isArray(), list.element(), length) : type);
        return new JavaSignature(parameters, result, known, isPublic, variant);
    }
}
