package io.graphkernel.processor.frontend.kernel;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * List or array of a declared length.
 *
 * @param isArray true if it is an array
 * @param element record type of the elements; empty for tensors
 * @param length number of elements
 */
public record ListType(boolean isArray, Optional<RecordType> element, int length) implements AggregateType {

    @Override
    public List<Member> components() {
        return IntStream.range(0, length)
                .mapToObj(index -> new Member(Integer.toString(index), element.<AggregateType>map(record -> record)))
                .toList();
    }
}
