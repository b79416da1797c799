/**
 * Tests that start Maven on small projects, as their users would, and check the results.
 *
 * <p>The projects get a local repository of their own with this build's artifacts. Everything else is copied from the
 * local repository of the build around them before any other repository is queried.
 */
package io.graphkernel.examples.userproject;
