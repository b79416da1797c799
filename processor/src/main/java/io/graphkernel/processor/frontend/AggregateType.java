package io.graphkernel.processor.frontend;

import java.util.List;

/** What holds tensors and numbers in Java: a record or a list. */
public sealed interface AggregateType permits RecordType, ListType {

    /**
     * What it holds.
     *
     * @return the components of a record, or the elements of a list, whose names are their numbers
     */
    List<Member> components();
}
