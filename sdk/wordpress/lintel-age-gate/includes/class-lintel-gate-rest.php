<?php
/**
 * The REST interface: the whole of it for a site behind the gate, single posts and comments otherwise. Collections are
 * lists (Lintel_Gate_Lists).
 *
 * @package Lintel_Age_Gate
 */

if ( ! defined( 'ABSPATH' ) ) {
	exit;
}

/**
 * Stops REST calls.
 */
final class Lintel_Gate_Rest {
	/** What is left of a protected post where its title may be shown. */
	const SHOWN = array( 'id', 'date', 'date_gmt', 'slug', 'status', 'type', 'link', 'title' );

	/**
	 * Adds the hooks.
	 */
	public static function boot(): void {
		// After cookies and application passwords said who calls.
		add_filter( 'rest_authentication_errors', array( self::class, 'whole_site' ), PHP_INT_MAX );
		add_filter( 'rest_pre_dispatch', array( self::class, 'single' ), PHP_INT_MAX, 3 );
		add_filter( 'rest_send_nocache_headers', array( self::class, 'keep_out_of_caches' ), PHP_INT_MAX );
		add_action( 'rest_api_init', array( self::class, 'watch_types' ), PHP_INT_MAX );
		add_filter( 'rest_prepare_comment', array( self::class, 'prepared_comment' ), PHP_INT_MAX, 2 );
	}

	/**
	 * A site behind the gate answers no call without proof.
	 *
	 * @param WP_Error|bool|null $result What others said.
	 */
	public static function whole_site( $result ) {
		if ( is_wp_error( $result ) || ! Lintel_Gate_Protection::is_whole_site() || Lintel_Gate_Requests::is_nobody() || Lintel_Gate::may_see() ) {
			return $result;
		}
		return self::refusal();
	}

	/**
	 * One post, page, attachment or comment by its number.
	 *
	 * @param mixed           $result  An answer that is there already.
	 * @param WP_REST_Server  $server  The server.
	 * @param WP_REST_Request $request The request.
	 */
	public static function single( $result, $server, $request ) {
		if ( ! Lintel_Gate_Lists::are_filtered() ) {
			return $result;
		}
		$post = self::post_of( $request->get_route() );
		// As an answer, not an error: among the calls of a batch, WordPress can make nothing of an error.
		return $post && Lintel_Gate_Protection::is_protected( $post ) ? rest_convert_error_to_response( self::refusal() ) : $result;
	}

	/**
	 * No cache keeps what the interface answers to someone who may see more than others.
	 *
	 * @param bool $is_kept_out What others said.
	 */
	public static function keep_out_of_caches( $is_kept_out ) {
		if ( ! Lintel_Gate_Settings::is_on() ) {
			return $is_kept_out;
		}
		Lintel_Gate_Caches::keep_out();
		return true;
	}

	/**
	 * Adds the last net to every type of post.
	 */
	public static function watch_types(): void {
		foreach ( get_post_types( array( 'show_in_rest' => true ) ) as $type ) {
			add_filter( "rest_prepare_$type", array( self::class, 'prepared' ), PHP_INT_MAX, 2 );
		}
	}

	/**
	 * A protected post in an answer.
	 *
	 * @param WP_REST_Response $response The post's data.
	 * @param WP_Post          $post     The post.
	 */
	public static function prepared( $response, $post ) {
		if ( $response instanceof WP_REST_Response && Lintel_Gate_Texts::is_withheld( $post ) ) {
			$shown = Lintel_Gate_Lists::show_titles() ? array_flip( self::SHOWN ) : array( 'id' => 0 );
			$response->set_data( array_intersect_key( (array) $response->get_data(), $shown ) );
		}
		return $response;
	}

	/**
	 * A comment under a protected post in an answer.
	 *
	 * @param WP_REST_Response $response The comment's data.
	 * @param WP_Comment       $comment  The comment.
	 */
	public static function prepared_comment( $response, $comment ) {
		if ( $response instanceof WP_REST_Response && Lintel_Gate_Texts::is_withheld( (int) $comment->comment_post_ID ) ) {
			$response->set_data( array_intersect_key( (array) $response->get_data(), array( 'id' => 0 ) ) );
		}
		return $response;
	}

	private static function post_of( string $route ): ?WP_Post {
		// WordPress finds a route in capitals, too, and with the end of a line behind it.
		if ( 1 !== preg_match( '#\A/(.+)/([^/]+)/(\d+)(\D|\z)#U', strtolower( $route ), $parts ) ) {
			return null;
		}
		list( , $namespace, $base, $id ) = $parts;
		if ( 'comments' === $base ) {
			$comment = get_comment( (int) $id );
			return $comment ? get_post( (int) $comment->comment_post_ID ) : null;
		}
		$post = get_post( (int) $id );
		$type = $post ? get_post_type_object( $post->post_type ) : null;
		return $type && in_array( $base, array( strtolower( (string) $type->rest_base ), $type->name ), true ) ? $post : null;
	}

	private static function refusal(): WP_Error {
		if ( ! headers_sent() ) {
			Lintel_Gate_Caches::keep_out();
			if ( Lintel_Gate_Settings::is_ready() ) {
				header( 'Lintel-Gate: ' . Lintel_Gate_Requests::start_address( Lintel_Gate_Requests::path() ) );
			}
		}
		$status = Lintel_Gate_Settings::is_ready() ? 401 : 503;
		return new WP_Error( 'lintel_gate_proof_required', __( 'Confirm your age to see this.', 'lintel-age-gate' ), array( 'status' => $status ) );
	}
}
