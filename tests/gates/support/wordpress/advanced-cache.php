<?php
// A page cache as the common plugins are: it answers before WordPress loads, keeps every page that is not marked
// DONOTCACHEPAGE, and looks at no header that the page sends. Its key is the address; a visitor who is signed in to
// WordPress, wrote a comment or gave a post's password passes it by.
$bench_cache_folder = WP_CONTENT_DIR . '/cache/bench';
$bench_cache_passes = 'GET' !== ( $_SERVER['REQUEST_METHOD'] ?? '' )
	|| preg_match( '/(^|; )(wordpress_logged_in_|comment_author_|wp-postpass_)/', $_SERVER['HTTP_COOKIE'] ?? '' );

if ( ! $bench_cache_passes ) {
	$bench_cache_file = $bench_cache_folder . '/' . md5( ( $_SERVER['HTTP_HOST'] ?? '' ) . ( $_SERVER['REQUEST_URI'] ?? '' ) );
	if ( is_file( $bench_cache_file ) ) {
		header( 'X-Bench-Cache: hit' );
		readfile( $bench_cache_file );
		exit;
	}
	ob_start(
		static function ( $page ) use ( $bench_cache_file, $bench_cache_folder ) {
			if ( ! defined( 'DONOTCACHEPAGE' ) && 200 === http_response_code() && '' !== $page ) {
				@mkdir( $bench_cache_folder, 0777, true );
				file_put_contents( $bench_cache_file, $page );
			}
			return $page;
		}
	);
}
