package io.graphkernel.processor.frontend.kernel;

import java.util.List;

/** Aggregate of tensors and numbers in Java: a record or a list. */
public sealed interface AggregateType permits RecordType, ListType {

    /**
     * Returns the components.
     *
     * @return the components of a record, or the elements of a list, which are named by their indices
     */
    List<Member> components();
}
