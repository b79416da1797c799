package io.graphkernel.interop;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import ai.djl.huggingface.tokenizers.jni.LibUtils;
import io.graphkernel.runtime.Tensor;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A tokenizer.json of words; those of published models are read by the same calls. */
@Tag("peer")
class TokenizerTest {

    @Test
    void text_isATensorOfItsTokens() throws IOException, URISyntaxException {
        Frameworks.require("DJL's tokenizers", LibUtils::checkStatus);
        Path file = Path.of(TokenizerTest.class.getResource("/tokenizer.json").toURI());
        String text = "A kernel trains.";
        try (HuggingFaceTokenizer tokenizer = HuggingFaceTokenizer.newInstance(file)) {
            long[] ids = tokenizer.encode(text).getIds();
            int[] positions = Arrays.stream(ids).mapToInt(Math::toIntExact).toArray();
            try (Tensor tokens = Tensor.of(positions, 1, ids.length)) { // i32 [1, length]
                assertThat(tokens.toIntArray()).containsExactly(1, 2, 3, 4);
                assertThat(tokenizer.decode(ids)).isEqualTo("a kernel trains .");
            }
        }
    }
}
