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
 */
public record JavaSignature(List<Member> parameters, ResultKind result, Optional<RecordType> record, boolean isPublic) {

    public JavaSignature {
        parameters = List.copyOf(parameters);
    }
}
