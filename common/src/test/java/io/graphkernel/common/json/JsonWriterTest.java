package io.graphkernel.common.json;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonWriterTest {

    @Test
    void everyText_readsBack() throws JsonException {
        String text = "\"quoted\" \\ \t\n\r\u0001 </script><!-- \u2028 π 😀";

        String json = new JsonWriter().object().member("text", text).endObject().toString();

        assertThat(Json.parse(json)).isEqualTo(Map.of("text", text));
    }

    @Test
    void floatingPointNumbers_areReadBack() {
        JsonWriter json = new JsonWriter().object().name("values").array();
        json.value(0.1).value(-1e-9).value(Double.NaN).value(Double.POSITIVE_INFINITY);
        assertThat(json.endArray().endObject().toString()).isEqualTo("{\"values\":[0.1,-1.0E-9,null,null]}\n");
    }

    @Test
    void scriptElements_areNotEnded() {
        String json = new JsonWriter()
                .object()
                .member("a</script>", "<!--</script>")
                .endObject()
                .toString();

        assertThat(json).doesNotContain("<");
    }

    @Test
    void commas_standBetweenMembersAndElements() {
        JsonWriter json = new JsonWriter()
                .object()
                .name("numbers")
                .array()
                .value(1)
                .value(-2)
                .endArray();
        json.name("empty").array().endArray().name("objects").array();
        json.object()
                .member("a", true)
                .endObject()
                .object()
                .member("b", 2)
                .endObject()
                .endArray();
        json.lines("lines", List.of("x", "y"))
                .lines("none", List.of())
                .member("last", "z")
                .endObject();

        assertThat(json.toString()).isEqualTo("""
            {"numbers":[1,-2],"empty":[],"objects":[
              {"a":true},
              {"b":2}],"lines":[
              "x",
              "y"],"none":[],"last":"z"}
            """);
    }
}
