package io.graphkernel.common.names;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NearestNameTest {

    @Test
    void distance_countsInsertionsDeletionsReplacementsAndSwaps() {
        assertThat(NearestName.distance("", "abc")).isEqualTo(3);
        assertThat(NearestName.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(NearestName.distance("ab", "ba")).isEqualTo(1);
        assertThat(NearestName.distance("A", "a")).isZero();
    }
}
