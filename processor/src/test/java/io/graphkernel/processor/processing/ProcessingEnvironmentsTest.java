package io.graphkernel.processor.processing;

import static org.assertj.core.api.Assertions.assertThat;

import io.graphkernel.processor.GraphKernelProcessor;
import io.graphkernel.processor.GraphKernelProcessorTest;
import io.graphkernel.processor.StubsOnly;
import io.graphkernel.processor.UserCompilation;
import io.graphkernel.processor.UserCompilation.Message;
import io.graphkernel.processor.UserCompilation.Outcome;
import io.graphkernel.processor.WrappingProcessor;
import io.graphkernel.testing.ExhaustiveOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.annotation.processing.Filer;
import javax.annotation.processing.ProcessingEnvironment;
import javax.annotation.processing.Processor;
import javax.lang.model.element.Element;
import javax.tools.FileObject;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import org.gradle.api.internal.tasks.compile.processing.IncrementalStandIn;
import org.jetbrains.jps.javac.APIWrappers;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Environments of build tools. Gradle's own classes are dependencies of the exhaustive tier. */
class ProcessingEnvironmentsTest {

    private static final String GRADLE = "org.gradle.api.internal.tasks.compile.";
    private static final String TWICE = GraphKernelProcessorTest.IMPORTS + GraphKernelProcessorTest.TWICE;
    private static final String STUB = "TwiceKernels";

    @TempDir
    Path directory;

    @Test
    void intelliJsEnvironment_isUnwrapped() {
        UserCompilation compilation = new UserCompilation(directory);
        Processor inner = compilation.recordingProcessor();
        Outcome outcome = compilation
                .processor(new WrappingProcessor(
                        inner, environment -> APIWrappers.wrap(ProcessingEnvironment.class, environment)))
                .compile("Twice.java", TWICE);
        assertThat(outcome.messages()).isEmpty();
        assertThat(outcome.classes()).hasSize(1);
    }

    @Test
    void files_areWrittenWithTheFilerOfTheWrapper() {
        List<String> written = new ArrayList<>();
        Processor wrapped = new WrappingProcessor(
                StubsOnly.processor(),
                environment ->
                        new IncrementalStandIn(environment, new RecordingFiler(environment.getFiler(), written)));
        Outcome outcome = new UserCompilation(directory).processor(wrapped).compile("Twice.java", TWICE);
        assertThat(outcome.messages()).isEmpty();
        assertThat(written).containsExactly(STUB + " of [Twice]");
    }

    @Test
    @ExhaustiveOnly
    void gradle_recordsTheFilesOfEachClass() throws Exception {
        Class<?> results = Class.forName(GRADLE + "incremental.processing.AnnotationProcessingResult");
        Class<?> result = Class.forName(GRADLE + "incremental.processing.AnnotationProcessorResult");
        Object sums = results.getConstructor().newInstance();
        Object ours =
                result.getConstructor(results, String.class).newInstance(sums, GraphKernelProcessor.class.getName());
        Processor isolating = (Processor) Class.forName(GRADLE + "processing.IsolatingProcessor")
                .getConstructor(Processor.class, result)
                .newInstance(new GraphKernelProcessor(), ours);

        Outcome outcome = new UserCompilation(directory)
                .processor(isolating)
                .option("-Agraphkernel.targets=jvm")
                .compile("Twice.java", TWICE);

        assertThat(outcome.success()).isTrue();
        assertThat(outcome.ours()).extracting(Message::id).containsOnly("GK-3001");
        assertThat(results.getMethod("getFullRebuildCause").invoke(sums)).isNull();
        Map<?, ?> types = (Map<?, ?>)
                results.getMethod("getGeneratedTypesWithIsolatedOrigin").invoke(sums);
        assertThat(types).hasSize(1);
        assertThat((Set<?>) types.get("Twice")).map(Object::toString).contains(STUB);
        assertThat((Map<?, ?>) results.getMethod("getGeneratedResourcesWithIsolatedOrigin")
                        .invoke(sums))
                .hasSize(1);
        assertThat((Set<?>) results.getMethod("getGeneratedAggregatingTypes").invoke(sums))
                .isEmpty();
    }

    @Test
    void gradle_isReportedThatEachClassStandsAlone() throws Exception {
        try (var list =
                GraphKernelProcessor.class.getResourceAsStream("/META-INF/gradle/incremental.annotation.processors")) {
            assertThat(new String(list.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(GraphKernelProcessor.class.getName() + ",isolating\n");
        }
    }

    private record RecordingFiler(Filer filer, List<String> written) implements Filer {

        @Override
        public JavaFileObject createSourceFile(CharSequence name, Element... origins) throws IOException {
            written.add(name + " of " + List.of(origins));
            return filer.createSourceFile(name, origins);
        }

        @Override
        public JavaFileObject createClassFile(CharSequence name, Element... origins) throws IOException {
            return filer.createClassFile(name, origins);
        }

        @Override
        public FileObject createResource(
                JavaFileManager.Location location, CharSequence packageName, CharSequence name, Element... origins)
                throws IOException {
            return filer.createResource(location, packageName, name, origins);
        }

        @Override
        public FileObject getResource(JavaFileManager.Location location, CharSequence packageName, CharSequence name)
                throws IOException {
            return filer.getResource(location, packageName, name);
        }
    }
}
