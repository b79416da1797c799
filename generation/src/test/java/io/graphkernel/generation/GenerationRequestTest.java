package io.graphkernel.generation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.graphkernel.runtime.exception.InvalidArgumentException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class GenerationRequestTest {

    @Test
    void request_isNotChangedByItsArrays() {
        int[] stop = {4};
        GenerationRequest request = GenerationRequest.greedy(new int[] {1}, 1).withStopTokens(-1, List.of(stop));
        request.prompt()[0] = 7;
        request.stopSequences().get(0)[0] = 7;
        stop[0] = 8;
        assertThat(request.prompt()).containsExactly(1);
        assertThat(request.stopSequences().get(0)).containsExactly(4);
    }

    @Test
    void settings_outOfTheirRanges_areRejectedByName() {
        GenerationRequest request = GenerationRequest.greedy(new int[] {1}, 1);
        requireRejected(() -> request.withSampling(-1, 0), "temperature is -1.0");
        requireRejected(() -> request.withSampling(Float.NaN, 0), "temperature is NaN");
        requireRejected(() -> request.withFilters(-1, 1, 0), "topK is -1");
        requireRejected(() -> request.withFilters(0, 0, 0), "topP is 0.0");
        requireRejected(() -> request.withFilters(0, 1, 2), "minP is 2.0");
        requireRejected(() -> request.withRepetitionPenalty(0.5f), "repetitionPenalty is 0.5");
        requireRejected(() -> GenerationRequest.greedy(new int[0], 1), "the length of the prompt is 0");
        requireRejected(() -> GenerationRequest.greedy(new int[1], 0), "maxTokens is 0");
    }

    private static void requireRejected(ThrowingCallable call, String message) {
        assertThatThrownBy(call)
                .isInstanceOf(InvalidArgumentException.class)
                .hasMessageContaining("GK-6524")
                .hasMessageContaining(message);
    }
}
