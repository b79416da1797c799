package io.graphkernel.processor.frontend;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A list or an array of a declared length.
 *
 * @param isArray whether it is an array
 * @param element the record that each element is; empty for tensors
 * @param length the number of elements
 */
public record ListType(boolean isArray, Optional<RecordType> element, int length) implements AggregateType {

    @Override
    public List<Member> components() {
        return IntStream.range(0, length)
                .mapToObj(index -> new Member(Integer.toString(index), element.<AggregateType>map(record -> record)))
                .toList();
    }
}
