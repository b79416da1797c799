package io.graphkernel.processor.frontend.kernel;

import java.util.List;
import java.util.Optional;

/**
 * Parameters and result of a method as its stub declares them.
 *
 * @param parameters parameters in order; the graph of the method has the leaves of their records
 * @param result kind of result
 * @param record returned record, if any
 * @param isPublic true if the method is public
 * @param variant values of the parameters that choose between variants, which are not among the parameters
 */
public record JavaSignature(
        List<Member> parameters,
        ResultKind result,
        Optional<RecordType> record,
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
     * @param record returned record, if any
     * @param isPublic true if the method is public
     * @return the signature
     */
    public static JavaSignature plain(
            List<Member> parameters, ResultKind result, Optional<RecordType> record, boolean isPublic) {
        return new JavaSignature(parameters, result, record, isPublic, Optional.empty());
    }
}
